import { DEFAULT_ID_PREFIX, DEFAULT_ID_SEPARATOR, type Registry, type RJSFSchema } from '@rjsf/utils'
import { WIDGETS } from '../../../widgets/index.ts'

/** All that rjsf's field asks for: our widgets, which draw their own labels, help and errors, and what it asks of a schema. A
 *  step's says all there is to say (src/flow/form.ts): nothing is searched for. */
export const REGISTRY = {
  // A choice: the form holds its value, and its cards show it.
  widgets: { ...WIDGETS, hidden: () => null },
  schemaUtils: {
    isSelect: (schema: RJSFSchema) => 'enum' in schema,
    getDisplayLabel: () => true,
  },
  globalFormOptions: {
    idPrefix: DEFAULT_ID_PREFIX,
    idSeparator: DEFAULT_ID_SEPARATOR,
    useFallbackUiForUnsupportedType: false,
  },
} as unknown as Registry
