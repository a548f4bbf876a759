import type { RJSFSchema, SchemaUtilsType, ValidatorType } from '@rjsf/utils'
import notUsed from './notUsed.ts'

/** What rjsf asks of a schema, answered for one that says all there is to say: a step's has no references, no conditions
 *  and no defaults (src/flow/form.ts). The build puts this in the place of rjsf's own, which looks for these in every
 *  field at every key. */
export default function createSchemaUtils(validator: ValidatorType, rootSchema: RJSFSchema): SchemaUtilsType {
  const made = {
    ...NOT_USED,
    // rjsf compares two of these by their data, and calls all functions equal.
    validator,
    rootSchema,
    getRootSchema: () => rootSchema,
    getValidator: () => validator,
    doesSchemaUtilsDiffer: (other: ValidatorType, schema: RJSFSchema) =>
      other !== validator || schema !== rootSchema,
    retrieveSchema: (schema: RJSFSchema) => schema,
    getDefaultFormState: (_: RJSFSchema, data: unknown) => data,
    findFieldInSchema: ({ properties = {} }: RJSFSchema, path: string | (string | number)[]) => {
      const field = properties[String([path].flat()[0])]
      return typeof field === 'object' ? { field } : {}
    },
    isSelect: (schema: RJSFSchema) => 'enum' in schema,
    getDisplayLabel: () => true,
  }
  return made
}

const NOT_USED = {
  findSelectedOptionInXxxOf: notUsed,
  getClosestMatchingOption: notUsed,
  getFirstMatchingOption: notUsed,
  getFromSchema: notUsed,
  isFilesArray: notUsed,
  isMultiSelect: notUsed,
  omitExtraData: notUsed,
  sanitizeDataForNewSchema: notUsed,
  toPathSchema: notUsed,
}
