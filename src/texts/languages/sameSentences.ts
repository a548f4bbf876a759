/** The same sentences in whatever words: another language lacks none of them. */
export type Wording<T> = T extends string
  ? string
  : T extends (...given: infer Given) => string
    ? (...given: Given) => string
    : { readonly [K in keyof T]: Wording<T[K]> }
