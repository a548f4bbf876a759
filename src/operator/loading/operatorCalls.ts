import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser'
import axios from 'axios'
import { isAxiosError, type AxiosError, type AxiosRequestConfig } from 'axios'
import type { Confirm, ConfirmMethod } from '../../../schemas/people/confirm.ts'
import type { Login } from '../../../schemas/reports/calls.ts'
import type { LoginWays, PasskeyLogin } from '../../../schemas/people/passkey.ts'
import type { LoggedIn } from '../../../schemas/people/operator.ts'
import type { ProblemDetails } from '../../../schemas/author/problem.ts'
import { PROBLEM_TYPES } from '../../../schemas/kernel/problemTypes.ts'
import { UNATTENDED } from '../../../schemas/people/unattended.ts'
import { CALL_FAILED } from '../screenWords.ts'

/** Server calls of every operator page. */
export interface OperatorCalls {
  /** Rejects if no one is logged in: see `isLoggedOut`. */
  me(): Promise<LoggedIn>
  /** Rejects with a problem of the field code if the account requires one. */
  login(login: Login): Promise<LoggedIn>
  /** Other ways to log in. */
  loginWays(): Promise<LoginWays>
  /** Challenge for a passkey to sign for a login. */
  beginPasskeyLogin(): Promise<{ options: PublicKeyCredentialRequestOptionsJSON }>
  passkeyLogin(login: PasskeyLogin): Promise<LoggedIn>
  logout(): Promise<void>
  /** Calls `listener` when the operator's session turns out to have ended, with the reason if the server gives one. */
  onLoggedOut(listener: (reason: string | null) => void): void
  /** Confirms the identity of the logged-in operator. */
  confirm(shown: Confirm): Promise<void>
  /** Sets the function that asks for confirmation when a call needs it; the call is then made again. Null turns this off. */
  onConfirm(ask: AskConfirm | null): void
  /** A call of a logged-in operator. */
  inside: <Answer>(config: AxiosRequestConfig) => Promise<Answer>
}

/** Resolves to true if the operator confirmed their identity by one of `methods`. */
export type AskConfirm = (methods: readonly ConfirmMethod[]) => Promise<boolean>

const TIMEOUT_MS = 10_000

export function openCalls(isUnattended = watchPerson()): OperatorCalls {
  const client = axios.create({
    baseURL: '/api/reports',
    timeout: TIMEOUT_MS,
    // Proves that the call is ours, as a form on another site cannot set a header.
    headers: { 'x-requested-with': 'leadloom' },
  })
  let loggedOut: (reason: string | null) => void = () => {}
  async function call<Answer>(config: AxiosRequestConfig): Promise<Answer> {
    const headers = isUnattended() ? { [UNATTENDED]: 'true' } : {}
    const { data } = await client.request<Answer>({ ...config, headers })
    // A captive portal answers everything with a page of its own.
    if (typeof data === 'string' && data !== '') throw new Error(NO_ANSWER)
    return data
  }
  let ask: AskConfirm | null = null
  /** Pending confirmation, shared by all calls that wait for it. */
  let asking: Promise<boolean> | null = null
  const isConfirmed = (methods: readonly ConfirmMethod[]): Promise<boolean> =>
    (asking ??= (ask?.(methods) ?? Promise.resolve(false)).finally(() => (asking = null)))
  async function inside<Answer>(config: AxiosRequestConfig): Promise<Answer> {
    try {
      return await call<Answer>(config)
    } catch (error) {
      if (isLoggedOut(error)) loggedOut(endOf(error))
      const methods = await confirmMethodsOf(error)
      if (methods !== null && (await isConfirmed(methods))) return inside(config)
      throw error
    }
  }
  return {
    me: () => call({ url: '/me' }),
    login: (data) => call({ method: 'post', url: '/login', data }),
    loginWays: () => call({ url: '/login/ways' }),
    beginPasskeyLogin: () => call({ method: 'post', url: '/login/passkey/begin' }),
    passkeyLogin: (data) => call({ method: 'post', url: '/login/passkey', data }),
    logout: () => inside({ method: 'post', url: '/logout' }),
    confirm: (data) => inside({ method: 'post', url: '/confirm', data }),
    onConfirm(asks) {
      ask = asks
    },
    onLoggedOut(listener) {
      loggedOut = listener
    },
    inside,
  }
}

const NO_ANSWER = CALL_FAILED.otherAnswer

export function isLoggedOut(error: unknown): boolean {
  return statusOf(error) === 401
}

/** Reason why the session ended, if the server gives one. */
export function endOf(error: unknown): string | null {
  return typeOf(error) === PROBLEM_TYPES.idle ? reasonOf(error) : null
}

/** Methods that the server accepts for confirmation; null for any other failure. */
async function confirmMethodsOf(error: unknown): Promise<readonly ConfirmMethod[] | null> {
  if (statusOf(error) !== 403) return null
  if (isAxiosError(error) && error.response?.data instanceof Blob) await readProblem(error)
  if (!isAxiosError<Partial<ProblemDetails>>(error) || typeOf(error) !== PROBLEM_TYPES.confirm) return null
  return error.response?.data?.confirm_by ?? null
}

/** Type of a problem. */
function typeOf(error: unknown): string | null {
  return (isAxiosError<Partial<ProblemDetails>>(error) && error.response?.data?.type) || null
}

/** HTTP status of the response; null without one. */
export function statusOf(error: unknown): number | null {
  return isAxiosError(error) ? (error.response?.status ?? null) : null
}

/** Member of the request that is at fault. */
export function fieldOf(error: unknown): string | null {
  return (isAxiosError<Partial<ProblemDetails>>(error) && error.response?.data?.field) || null
}

/** Errors in parts of the request. */
export function errorsOf(error: unknown): NonNullable<ProblemDetails['errors']> {
  return (isAxiosError<Partial<ProblemDetails>>(error) && error.response?.data?.errors) || []
}

/** Rejects with the failure of a call that expected a stream or a file, after reading the server's message. */
export async function streamFailure(error: unknown): Promise<never> {
  if (isAxiosError(error)) await readProblem(error)
  throw error
}

/** Reads the server's message about a failure if it came as a stream or a file. */
async function readProblem({ response }: AxiosError): Promise<void> {
  const said = response?.data
  if (response && (said instanceof ReadableStream || said instanceof Blob))
    response.data = await new Response(said).json().catch(() => null)
}

/** Reason why a call failed, in a sentence for the operator. */
export function reasonOf(error: unknown): string {
  if (error instanceof Error && error.message === NO_ANSWER) return NO_ANSWER
  if (!isAxiosError<Partial<ProblemDetails>>(error)) return CALL_FAILED.fault(error)
  if (error.code === 'ECONNABORTED') return CALL_FAILED.late((error.config?.timeout ?? TIMEOUT_MS) / 1000)
  if (!error.response) return CALL_FAILED.unreachable
  const { data, status } = error.response
  return data?.detail || data?.title || CALL_FAILED.status(status)
}

/** Tells if no one is at the page: no key, press, touch, or wheel for a minute. */
function watchPerson(now: () => number = Date.now): () => boolean {
  let lastAt = now()
  const note = () => {
    lastAt = now()
  }
  for (const event of SIGNS) window.addEventListener(event, note, { capture: true, passive: true })
  return () => now() - lastAt > AWAY_MS
}

const SIGNS = ['keydown', 'pointerdown', 'pointermove', 'touchstart', 'wheel'] as const
const AWAY_MS = 60_000
