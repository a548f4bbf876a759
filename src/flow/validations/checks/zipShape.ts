import { tidyWord } from '../text.ts'
import type { LocalCheck } from './localCheck.ts'

export const zipShape: LocalCheck = {
  passes: (value) => /^\d{5}$/.test(tidyWord(String(value))),
  isWord: true,
}
