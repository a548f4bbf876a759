import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { expect, onTestFinished, test } from 'vitest'
import { emailCheckOf } from '../../../src/server/checks/mailHost.ts'

const MX = 15
const A = 1

/** What the stand-in for the DNS knows: records by name and kind; of other names it says that there are none. */
const RECORDS: Record<string, Record<number, Buffer>> = {
  'mail.example': { [MX]: Buffer.concat([Buffer.from([0, 10]), nameOf('mx.mail.example')]) },
  'web.example': { [A]: Buffer.from([192, 0, 2, 1]) },
  'never.example': { [MX]: Buffer.from([0, 0, 0]), [A]: Buffer.from([192, 0, 2, 1]) },
  'empty.example': {},
}

function nameOf(name: string): Buffer {
  const labels = name.split('.').map((label) => Buffer.from([label.length, ...Buffer.from(label)]))
  return Buffer.concat([...labels, Buffer.from([0])])
}

/** The answer to a question of one name. Source: RFC 1035, 4.1. */
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

/** The check with a DNS server that answers, or says nothing. */
async function check(answers: boolean) {
  const socket = createSocket('udp4')
  onTestFinished(() => void socket.close())
  if (answers)
    socket.on('message', (question, { port, address }) => socket.send(answerTo(question), port, address))
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return emailCheckOf({ emailDns: `127.0.0.1:${socket.address().port}` })
}

test.each([
  ['ann@mail.example', true, 'it has a mail server'],
  [' ann@Mail.Example ', true, 'however it is written'],
  ['ann@web.example', true, 'it has none, and an address of its own'],
  ['ann@never.example', false, 'it says that it takes no mail'],
  ['ann@empty.example', false, 'it has neither'],
  ['ann@nowhere.example', false, 'there is no such domain'],
  ['ann@', false, 'it is no address'],
])('%s: %s, for %s', async (email, valid) => {
  expect(await (await check(true))(email)).toEqual({ valid })
})

test('while the DNS says nothing, every address that is well formed counts', async () => {
  expect(await (await check(false))('ann@nowhere.example')).toEqual({ valid: true })
})

test('without a DNS server nobody is asked', async () => {
  expect(await emailCheckOf({ emailDns: null })('ann@nowhere.example')).toEqual({ valid: true })
})
