import SchemaField from '@rjsf/core/lib/components/fields/SchemaField.js'
import StringField from '@rjsf/core/lib/components/fields/StringField.js'
import {
  DEFAULT_ID_PREFIX,
  DEFAULT_ID_SEPARATOR,
  englishStringTranslator,
  type FieldTemplateProps,
  type Registry,
  type RJSFSchema,
} from '@rjsf/utils'
import { FIELDS, WIDGETS } from '../../../widgets/index.ts'

/** For what rjsf draws elsewhere; also a choice, whose value the form holds and whose cards show it. */
const Nothing = () => null

const FieldTemplate = ({ children }: FieldTemplateProps) => children

/** What rjsf's fields are told to draw with: our widgets, which draw their own labels, help and errors. */
export const THEME = {
  fields: FIELDS,
  widgets: { ...WIDGETS, hidden: Nothing },
  templates: {
    FieldTemplate,
    DescriptionFieldTemplate: Nothing,
    ErrorListTemplate: Nothing,
    FieldErrorTemplate: Nothing,
    FieldHelpTemplate: Nothing,
    TitleFieldTemplate: Nothing,
    UnsupportedFieldTemplate: Unsupported,
  },
}

/** All that rjsf's fields ask for. A step's schema says all there is to say (src/flow/form.ts): nothing is searched for. */
export const REGISTRY = {
  ...THEME,
  fields: { SchemaField, StringField, ...FIELDS },
  rootSchema: {},
  formContext: {},
  schemaUtils: {
    retrieveSchema: (schema: RJSFSchema) => schema,
    isSelect: (schema: RJSFSchema) => 'enum' in schema,
    getDisplayLabel: () => true,
  },
  translateString: englishStringTranslator,
  globalFormOptions: {
    idPrefix: DEFAULT_ID_PREFIX,
    idSeparator: DEFAULT_ID_SEPARATOR,
    useFallbackUiForUnsupportedType: false,
  },
} as unknown as Registry

function Unsupported({ reason }: { reason?: string }): never {
  throw new Error(`The step's schema cannot be shown: ${reason ?? 'no reason given'}.`)
}
