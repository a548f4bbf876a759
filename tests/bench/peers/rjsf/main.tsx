import { useState } from 'react'
import { createRoot } from 'react-dom/client'
import Form from '@rjsf/core'
import type { RJSFSchema } from '@rjsf/utils'
import validator from '@rjsf/validator-ajv8'
import '../peers.css'

/** A page of a thousand text fields, built as rjsf's own documentation shows. It appears when a button is pressed. */

const names = Array.from({ length: 1000 }, (_, n) => `field_${n + 1}`)
const schema: RJSFSchema = {
  type: 'object',
  title: 'A thousand fields',
  properties: Object.fromEntries(
    names.map((name, n) => [name, { type: 'string', title: `Field ${n + 1}`, maxLength: 200 }]),
  ),
}

function Page() {
  const [shown, setShown] = useState(false)
  return shown ? (
    <Form schema={schema} validator={validator} />
  ) : (
    <>
      <h1>Show them</h1>
      <button onClick={() => setShown(true)}>Yes</button>
    </>
  )
}

createRoot(document.getElementById('root')!).render(<Page />)
