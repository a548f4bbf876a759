import { learn } from './sentences.ts'
import { SENTENCES as SPANISH } from '../spanish/spanishSentences.ts'

/** For programs that speak to visitors of all languages: importing it teaches them. */
learn('es', SPANISH)
