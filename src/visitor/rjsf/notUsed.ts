/** Stands in the visitor's build for what rjsf asks for and no step uses: Markdown in descriptions; references between
 *  schemas; schemas joined by allOf, anyOf or oneOf; leaving out data that the schema does not name. Whoever comes to use
 *  one is told. */
function notUsed(): never {
  throw new Error('The visitor’s page leaves out what would be used here: see lean() in vite.config.ts.')
}

export default notUsed
export {
  notUsed as Markdown,
  notUsed as getFieldNames,
  notUsed as getUsedFormData,
  notUsed as isValueEmpty,
  notUsed as splitKeyElementFromObject,
}
