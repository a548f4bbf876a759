import '@mantine/core/styles.css'
import '../studio.css'
import { mountPage } from '../../operator/page/mountPage.tsx'
import { Studio } from './Studio.tsx'

/** Entry point of the page of `leadloom dev`. */
mountPage(() => <Studio />)
