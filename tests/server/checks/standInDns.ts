import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { onTestFinished } from 'vitest'

const MX = 15
const A = 1

/** Records of the stand-in DNS server, by name and kind; for other names it says there are none. */
const RECORDS: Record<string, Record<number, Buffer>> = {
  'mail-here.us': { [MX]: Buffer.concat([Buffer.from([0, 10]), nameOf('mx.mail.example')]) },
  'web-here.us': { [A]: Buffer.from([192, 0, 2, 1]) },
  'never-here.us': { [MX]: Buffer.from([0, 0, 0]), [A]: Buffer.from([192, 0, 2, 1]) },
  'empty-here.us': {},
}

function nameOf(name: string): Buffer {
  const labels = name.split('.').map((label) => Buffer.from([label.length, ...Buffer.from(label)]))
  return Buffer.concat([...labels, Buffer.from([0])])
}

/** Answer to a question about one name. Source: RFC 1035, 4.1. */
function answerTo(question: Buffer): Buffer {
  const labels: string[] = []
  let at = 12
  for (; question[at] !== 0; at += question[at]! + 1)
    labels.push(question.toString('latin1', at + 1, at + 1 + question[at]!))
  const known = RECORDS[labels.join('.').toLowerCase()]
  const record = known?.[question.readUInt16BE(at + 1)]
  const head = Buffer.alloc(12)
  question.copy(head, 0, 0, 2)
  head.writeUInt16BE(known ? 0x8180 : 0x8183, 2)
  head.writeUInt16BE(1, 4)
  head.writeUInt16BE(record ? 1 : 0, 6)
  const asked = question.subarray(12, at + 5)
  if (!record) return Buffer.concat([head, asked])
  const length = Buffer.from([0, 0, 0, 60, record.length >> 8, record.length & 255])
  return Buffer.concat([
    head,
    asked,
    Buffer.from([0xc0, 12]),
    question.subarray(at + 1, at + 5),
    length,
    record,
  ])
}

/** A DNS server on loopback, for the setting EMAIL_DNS; it ends with the test. `answers`: called and awaited for each question; false if
 *  the server stays silent. */
export async function standInDns(answers: () => boolean | Promise<boolean>): Promise<string> {
  const socket = createSocket('udp4')
  onTestFinished(() => void socket.close())
  socket.on('message', (question, { port, address }) => {
    void Promise.resolve(answers()).then((says) => {
      if (says) socket.send(answerTo(question), port, address)
    })
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return `127.0.0.1:${socket.address().port}`
}
