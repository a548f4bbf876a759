import { buyerNames } from '../src/flow/consent/buyerNames.ts'
import { languageOf } from '../src/flow/languages/language.ts'
import { numberTyped, onScale } from '../src/flow/elements/slider.ts'
import { RESULT_FIELD } from '../src/flow/results.ts'
import { useConsent } from './Consent.tsx'
import { StepContext, useForm, useLiveData, useReading, useSentences, useStep } from './context.ts'
import { describedBy, Field } from './Field.tsx'
import { Prose } from './Html.tsx'
import { SHOWN, Sizes } from './Picture.tsx'

/** Parts of the app's own script that the widgets of lazyWidgets.ts use. Passed as props: modules that both import would become a third
 *  script, which every visitor would have to load. */
export const APP_PARTS = {
  Field,
  describedBy,
  useStep,
  useForm,
  useLiveData,
  useReading,
  StepContext,
  numberTyped,
  onScale,
  useSentences,
  buyerNames,
  Prose,
  Sizes,
  SHOWN,
  languageOf,
  useConsent,
  RESULT_FIELD,
}

export interface WithAppParts {
  parts: typeof APP_PARTS
}
