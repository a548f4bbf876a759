import { DEFAULT_ID_PREFIX, DEFAULT_ID_SEPARATOR, type Registry, type RJSFSchema } from '@rjsf/utils'
import { WIDGETS } from '../../../widgets/index.ts'

/** Registry for rjsf's field: our widgets, which render their own labels, help, and errors, and its questions about a schema. A step's
 *  schema is complete (src/flow/form.ts), so nothing is looked up. */
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
