import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { aShop } from '#tests/a-shop.ts'
import { IS_LONG } from '#tests/length-of-run.ts'

const HOST = 'host: shop.example\r\n'
const JSON_TYPE = 'content-type: application/json\r\n'
/** A second call hidden behind the first one's body, as a careless proxy would read it. */
const HIDDEN = 'GET /api/orders HTTP/1.1\r\nhost: shop.example\r\n\r\n'

const BROKEN: Record<string, string> = {
  'a length and chunks': `POST /api/orders HTTP/1.1\r\n${HOST}${JSON_TYPE}content-length: 4\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n${HIDDEN}`,
  'chunks and a length': `POST /api/orders HTTP/1.1\r\n${HOST}transfer-encoding: chunked\r\ncontent-length: 4\r\n\r\n0\r\n\r\n${HIDDEN}`,
  'two lengths': `POST /api/orders HTTP/1.1\r\n${HOST}${JSON_TYPE}content-length: 2\r\ncontent-length: 50\r\n\r\n{}${HIDDEN}`,
  'two lengths in one': `POST /api/orders HTTP/1.1\r\n${HOST}content-length: 2, 2\r\n\r\n{}`,
  'a length with a sign': `POST /api/orders HTTP/1.1\r\n${HOST}content-length: +2\r\n\r\n{}`,
  'a negative length': `POST /api/orders HTTP/1.1\r\n${HOST}content-length: -1\r\n\r\n`,
  'another coding': `POST /api/orders HTTP/1.1\r\n${HOST}transfer-encoding: xchunked\r\n\r\n0\r\n\r\n`,
  'chunked twice': `POST /api/orders HTTP/1.1\r\n${HOST}transfer-encoding: chunked, identity\r\n\r\n0\r\n\r\n`,
  'a space before the colon': `POST /api/orders HTTP/1.1\r\n${HOST}transfer-encoding : chunked\r\n\r\n0\r\n\r\n`,
  'a bad chunk': `POST /api/orders HTTP/1.1\r\n${HOST}${JSON_TYPE}transfer-encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n`,
  'a chunk longer than it says': `POST /api/orders HTTP/1.1\r\n${HOST}${JSON_TYPE}transfer-encoding: chunked\r\n\r\n1\r\n{}\r\n0\r\n\r\n`,
  'a header of 100 KB': `GET / HTTP/1.1\r\n${HOST}x-long: ${'a'.repeat(100_000)}\r\n\r\n`,
  'a thousand headers': `GET / HTTP/1.1\r\n${HOST}${'x-more: 1234567890\r\n'.repeat(2000)}\r\n`,
  'an address of 100 KB': `GET /${'a'.repeat(100_000)} HTTP/1.1\r\n${HOST}\r\n`,
  'a NUL in a header': `GET / HTTP/1.1\r\n${HOST}x-odd: a\0b\r\n\r\n`,
  'a NUL in the address': `GET /\0 HTTP/1.1\r\n${HOST}\r\n`,
  'a header without a name': `GET / HTTP/1.1\r\n${HOST}: x\r\n\r\n`,
  'a folded header': `GET / HTTP/1.1\r\n${HOST}x-odd: a\r\n b\r\n\r\n`,
  'a bare line feed in a header': `GET / HTTP/1.1\r\n${HOST}x-odd: a\nx-more: b\r\n\r\n`,
  'no host': 'GET / HTTP/1.1\r\n\r\n',
  'another protocol': `GET / HTTP/9.9\r\n${HOST}\r\n`,
  'a method nobody knows': `BREW / HTTP/1.1\r\n${HOST}\r\n`,
  TLS: '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
  'HTTP/2': 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
}

async function send(
  port: number,
  bytes: string,
  patience = 3000,
): Promise<{ said: string; isClosed: boolean }> {
  const socket = connect(port, '127.0.0.1')
  let said = ''
  const closed = new Promise<boolean>((resolve) => {
    socket.on('data', (data) => {
      said += data.toString('latin1')
    })
    socket.on('error', () => {})
    socket.on('close', () => resolve(true))
    setTimeout(resolve, patience, false)
  })
  socket.write(Buffer.from(bytes, 'latin1'))
  const isClosed = await closed
  socket.destroy()
  return { said, isClosed }
}

const TOO_LONG = ['a header of 100 KB', 'a thousand headers', 'an address of 100 KB']

test('what is no HTTP is refused, and the connection with it', async () => {
  const port = await (await aShop()).listen()
  for (const [name, bytes] of Object.entries(BROKEN)) {
    const { said, isClosed } = await send(port, bytes)
    const answers = [...said.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => status)
    expect(answers, name).toEqual([expect.stringMatching(/^(400|413|414|431|505)$/)])
    // Node itself asks for a host, and says no word.
    if (name !== 'no host')
      expect(codeIn(said), name).toBe(TOO_LONG.includes(name) ? 'too-large' : 'invalid')
    expect(isClosed, name).toBe(true)
    expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status, name).toBe(200)
  }
})

const codeIn = (said: string) => JSON.parse(said.slice(said.indexOf('\r\n\r\n'))).code

test.runIf(IS_LONG)(
  'headers that do not come to an end are refused in time, in the same shape',
  async () => {
    const port = await (await aShop()).listen()
    const { said, isClosed } = await send(port, `GET / HTTP/1.1\r\n${HOST}`, 14_000)
    expect([said.slice(9, 12), codeIn(said), isClosed]).toEqual(['408', 'invalid', true])
  },
)

test('whatever bytes arrive, the shop answers the next visitor', async () => {
  const port = await (await aShop()).listen()
  const { default: fc } = await import('fast-check')
  const line = fc.constantFrom(
    'GET / HTTP/1.1\r\n',
    'POST /api/orders HTTP/1.1\r\n',
    HOST,
    JSON_TYPE,
    '\r\n',
    '\r\n\r\n',
  )
  const junk = fc
    .uint8Array({ maxLength: 40 })
    .map((bytes) => Buffer.from(bytes).toString('latin1'))
  const messages = fc.sample(fc.array(fc.oneof(line, junk), { maxLength: 8 }), {
    numRuns: 300,
    seed: 1,
  })
  await Promise.all(messages.map((parts) => writeAndLeave(port, parts.join(''))))
  expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200)
})

function writeAndLeave(port: number, bytes: string): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.end(Buffer.from(bytes, 'latin1')))
    socket.on('error', () => {})
    socket.on('close', () => resolve())
    socket.resume()
  })
}
