// Must come before the styles of the dates and the tables, which build on it.
import '@mantine/core/styles.css'
import '@mantine/dates/styles.css'
import '../stats/stats.css'
import '../stats/report/tables.css'
import '../stats/print.css'
import './desk.css'
import { BrowserRouter } from 'react-router-dom'
import { openStorage } from '../stats/browser/localStorage.ts'
import { openCalls } from '../stats/login/operatorCalls.ts'
import { mountPage } from '../stats/mountPage.tsx'
import { DeskApp } from './DeskApp.tsx'

/** Entry point of /desk. */
const calls = openCalls()
const storage = openStorage(() => localStorage)
mountPage(({ product }) => (
  <BrowserRouter basename="/desk">
    <DeskApp {...{ product, calls, storage }} />
  </BrowserRouter>
))
