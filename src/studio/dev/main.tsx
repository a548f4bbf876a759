import '@mantine/core/styles.css'
import '../studio.css'
import { mountPage } from '../../stats/mountPage.tsx'
import { Studio } from './Studio.tsx'

/** Where the page of `leadloom dev` begins. */
mountPage(() => <Studio />)
