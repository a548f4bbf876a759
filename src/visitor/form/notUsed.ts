/** Stands in the visitor's build for two libraries that rjsf asks for and no step uses: Markdown in descriptions, and
 *  references between schemas by address. Whoever comes to use one is told. */

export function Markdown(): never {
  throw new Error('Markdown is not part of the visitor’s page.')
}

const UriResolver = {
  equal: notUsed,
  resolve: notUsed,
}
export default UriResolver

function notUsed(): never {
  throw new Error('Schemas that refer to each other by address are not part of the visitor’s page.')
}
