import { tidyWord } from '../text.ts'
import type { LocalCheck } from './localCheck.ts'

const WELL_FORMED = /^[^\s@]+@[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?\.[A-Za-z]{2,}$/

export const emailShape: LocalCheck = {
  passes: (value) => WELL_FORMED.test(tidyWord(String(value))),
  isWord: true,
  contact: 'email',
}
