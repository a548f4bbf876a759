import '@mantine/core/styles.css'
import '../../operator/page/operator.css'
import '../studio.css'
import './drafts.css'
import { BrowserRouter } from 'react-router-dom'
import { openStorage } from '../../operator/browser/localStorage.ts'
import { openCalls } from '../../operator/loading/operatorCalls.ts'
import { mountPage } from '../../operator/page/mountPage.tsx'
import { openDraftCalls } from '../parts/draftCalls.ts'
import { StudioApp } from './StudioApp.tsx'

/** Entry point of /studio. */
const login = openCalls()
const calls = openDraftCalls(login)
const storage = openStorage(() => localStorage)
mountPage((page) => (
  <BrowserRouter basename="/studio">
    <StudioApp {...{ ...page, login, calls, storage }} />
  </BrowserRouter>
))
