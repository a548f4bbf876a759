import SchemaField from '@rjsf/core/lib/components/fields/SchemaField.js'
import StringField from '@rjsf/core/lib/components/fields/StringField.js'
import { DEFAULT_ID_PREFIX, DEFAULT_ID_SEPARATOR, englishStringTranslator, type Registry } from '@rjsf/utils'
import { FIELDS, WIDGETS } from '../../../widgets/index.ts'
import { FieldTemplate, Nothing, StepFields } from './templates.tsx'

/** What rjsf is made of on a visitor's phone: the build puts this in the place of rjsf's own registry, whose arrays,
 *  grids, files and editors no step shows (45 kB of the download). */
export default function getDefaultRegistry(): Omit<Registry, 'schemaUtils'> {
  return {
    fields: { ObjectField: StepFields, SchemaField, StringField, ...FIELDS },
    widgets: { ...WIDGETS, hidden: Nothing },
    templates: TEMPLATES,
    rootSchema: {},
    formContext: {},
    translateString: englishStringTranslator,
    globalFormOptions: {
      idPrefix: DEFAULT_ID_PREFIX,
      idSeparator: DEFAULT_ID_SEPARATOR,
      useFallbackUiForUnsupportedType: false,
    },
  }
}

/** Widgets draw their own labels, help and errors. */
const TEMPLATES = {
  FieldTemplate,
  DescriptionFieldTemplate: Nothing,
  ErrorListTemplate: Nothing,
  FieldErrorTemplate: Nothing,
  FieldHelpTemplate: Nothing,
  TitleFieldTemplate: Nothing,
  UnsupportedFieldTemplate: Unsupported,
} as unknown as Registry['templates']

function Unsupported({ reason }: { reason?: string }): never {
  throw new Error(`The step's schema cannot be shown: ${reason ?? 'no reason given'}.`)
}
