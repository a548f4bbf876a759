// Must come before the styles of the dates and the tables, which build on it.
import '@mantine/core/styles.css'
import '@mantine/dates/styles.css'
import '../operator/page/operator.css'
import '../operator/table/tables.css'
import '../stats/print.css'
import './desk.css'
import { BrowserRouter } from 'react-router-dom'
import { openStorage } from '../operator/browser/localStorage.ts'
import { openCalls } from '../operator/loading/operatorCalls.ts'
import { mountPage } from '../operator/page/mountPage.tsx'
import { DeskApp } from './DeskApp.tsx'

/** Entry point of /desk. */
const calls = openCalls()
const storage = openStorage(() => localStorage)
mountPage(({ product }) => (
  <BrowserRouter basename="/desk">
    <DeskApp {...{ product, calls, storage }} />
  </BrowserRouter>
))
