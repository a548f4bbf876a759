import type { ExternalCheck } from '../../flow/validations/validations.ts'
import { call } from '../queue/network.ts'
import type { CheckResult } from '../visit/browserPorts.ts'

/** Asks the server about one value. Throws if the server cannot be reached, or its response cannot be read. */
export async function ask(
  api: string,
  { name, value }: Pick<ExternalCheck, 'name' | 'value'>,
  token: string,
): Promise<CheckResult> {
  const asked = `POST /api/validations/${name}` as const
  const answer = await call<Partial<CheckResult> | null>(api, asked, { body: { [name]: value }, token })
  if (typeof answer?.valid !== 'boolean' || !areTexts(answer.data ?? {}))
    throw new Error(`${asked} gave an answer that cannot be read.`)
  return { ...answer, valid: answer.valid }
}

function areTexts(data: unknown): boolean {
  return typeof data === 'object' && Object.values(data ?? {}).every((value) => typeof value === 'string')
}
