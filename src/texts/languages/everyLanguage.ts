import { learn } from './sentences.ts'
import { SENTENCES as SPANISH } from '../spanish/spanishSentences.ts'

/** Adds every language. Programs that address visitors in all languages import this. */
learn('es', SPANISH)
