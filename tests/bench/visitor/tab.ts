import { once } from 'node:events'
import type { CDPSession } from 'playwright-core'
import { openBrowser } from '../../journeys/chromium.ts'
import { freePort } from '../../server/freePort.ts'

/** Commands of a tab. Source: the Chrome DevTools Protocol. */
export interface Tab {
  send: CDPSession['send']
  /** Closes its browser too. */
  close: () => Promise<void>
}

/** A tab of a browser started for it, which gets only the commands of `send`. Tools that drive a browser listen to everything its scripts
 *  do. Each error is then traced to its line, so V8 reads the script a second time; no one's phone does that, and here it would be
 *  measured. */
export async function openTab(size: { width: number; height: number }): Promise<Tab> {
  const port = await freePort()
  const browser = await openBrowser([`--remote-debugging-port=${port}`])
  const answer = await fetch(`http://127.0.0.1:${port}/json/version`)
  const { webSocketDebuggerUrl } = (await answer.json()) as { webSocketDebuggerUrl: string }
  const socket = new WebSocket(webSocketDebuggerUrl)
  await once(socket, 'open')

  const asked = new Map<number, (reply: Reply) => void>()
  socket.addEventListener('message', ({ data }) => {
    const reply = JSON.parse(String(data)) as Reply
    asked.get(reply.id)?.(reply)
    asked.delete(reply.id)
  })
  let count = 0
  const ask = async (method: string, params: object = {}, sessionId?: string) => {
    const id = (count += 1)
    const reply = await new Promise<Reply>((resolve) => {
      asked.set(id, resolve)
      socket.send(JSON.stringify({ id, method, params, sessionId }))
    })
    if (reply.error) throw new Error(`${method}: ${reply.error.message}`)
    return reply.result
  }

  const { targetId } = await ask('Target.createTarget', { url: 'about:blank' })
  const { sessionId } = await ask('Target.attachToTarget', { targetId, flatten: true })
  const send = ((method: string, params?: object) => ask(method, params, sessionId)) as Tab['send']
  await send('Emulation.setDeviceMetricsOverride', { ...size, deviceScaleFactor: 1, mobile: false })
  await send('Emulation.setFocusEmulationEnabled', { enabled: true })
  return {
    send,
    close: async () => {
      socket.close()
      await browser.close()
    },
  }
}

interface Reply {
  id: number
  result: Record<string, string>
  error?: { message: string }
}
