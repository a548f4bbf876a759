import '@mantine/core/styles.css'
import '../../stats/stats.css'
import '../studio.css'
import './drafts.css'
import { BrowserRouter } from 'react-router-dom'
import { openStorage } from '../../stats/browser/localStorage.ts'
import { openCalls } from '../../stats/login/operatorCalls.ts'
import { mountPage } from '../../stats/mountPage.tsx'
import { openDraftCalls } from './draftCalls.ts'
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
