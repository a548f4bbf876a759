import {
  useCallback,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
  type ReactNode,
  type Ref,
} from 'react'
import type { FieldPathList } from '@rjsf/utils'
import type { StepData } from '../../flow/answers/stepData.ts'
import type { StepUiSchema } from '../../flow/form.ts'
import type { StepSchema } from '../../flow/elements/stepSchema.ts'
import { Frame } from './Frame.tsx'
import { REGISTRY } from './registry.ts'
import { StepFields } from './StepFields.tsx'

/** Methods that a step may call on its form. */
export interface FormHandle {
  /** Sets a field as if the visitor had; undefined clears it. */
  setField: (field: string, value: unknown) => void
}

/** Form of a step, which holds the values and renders them with rjsf's fields. Replaces rjsf's `Form`, which also searches the schema
 *  for references, conditions, and defaults on every key; a step's schema has none (src/flow/form.ts). `onChange` gets all values once
 *  they are rendered. */
export function SchemaForm({ ref, schema, uiSchema, begun, onChange, children }: SchemaFormProps) {
  const [data, setData] = useState(begun)
  const reported = useRef(data)
  const change = useCallback(
    (value: unknown, [field]: FieldPathList) => setData((held) => withField(held, String(field), value)),
    [],
  )
  useImperativeHandle(ref, () => ({ setField: (field, value) => change(value, [field]) }), [change])
  useLayoutEffect(() => {
    if (reported.current === data) return
    reported.current = data
    onChange(data)
  })
  return (
    <Frame className="step" method="post" noValidate>
      <StepFields schema={schema} uiSchema={uiSchema} data={data} registry={REGISTRY} onChange={change} />
      {children}
    </Frame>
  )
}

interface SchemaFormProps {
  ref: Ref<FormHandle>
  schema: StepSchema
  uiSchema: StepUiSchema
  /** Initial values. */
  begun: StepData
  onChange: (data: StepData) => void
  children: ReactNode
}

function withField(data: StepData, field: string, value: unknown): StepData {
  const { [field]: _, ...others } = data
  return value === undefined ? others : { ...data, [field]: value as StepData[string] }
}
