/** JSON Schema of one step's data: the small part of the standard that steps need. */
export interface StepSchema {
  type: 'object'
  title: string
  properties: Record<string, PropertySchema>
  required: string[]
}

export type PropertySchema =
  | {
      type: 'string'
      title: string
      minLength?: number
      maxLength?: number
      pattern?: string
      enum?: string[]
    }
  | {
      type: 'array'
      title: string
      items: { type: 'string'; enum: string[] }
      uniqueItems: true
      minItems: number
      /** Excludes an exclusive option together with another one. */
      not?: { minItems: 2; contains: { const: string } }
    }
  | StepSchema
