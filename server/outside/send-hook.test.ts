import { BlockList } from 'node:net'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { hookDraft } from '#contract/hooks.ts'
import { aReceiver } from '#tests/a-receiver.ts'
import { hookSender, privateAddresses, signatureOf } from './send-hook.ts'

const message = (url: string) => ({
  ...{
    url,
    id: 'msg_1',
    at: new Date('2026-11-18T18:00:00.000Z'),
    body: '{}',
    secrets: ['whsec_AAAA'],
  },
})

test('a message is signed as the specification’s own example', () => {
  // Standard Webhooks, specification 1.0.0.
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
  const signed = 'msg_p5jXN8AQM9LWM0D4loKWxJek.1614265330.{"test": 2432232314}'
  expect(signatureOf(secret, signed)).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=')
})

describe('an answer is read as', () => {
  test.each([
    [204, {}, { status: 204, retryAfter: null, error: null }],
    [302, { location: 'https://127.0.0.1/' }, { status: 302, retryAfter: null, error: null }],
    [410, {}, { status: 410, retryAfter: null, error: null }],
    [429, { 'retry-after': '120' }, { status: 429, retryAfter: 120_000, error: null }],
    [
      503,
      { 'retry-after': 'Wed, 18 Nov 2026 19:00:00 GMT' },
      { status: 503, retryAfter: 3_600_000, error: null },
    ],
    [503, { 'retry-after': 'soon' }, { status: 503, retryAfter: null, error: null }],
  ])('%i', async (status, headers, expected) => {
    const receiver = await aReceiver()
    receiver.answers(status, headers)
    expect(await receiver.send(message(receiver.url()))).toEqual(expected)
    expect(receiver.heard).toHaveLength(1)
  })

  test('its status, when its body never ends or stands still; not more than 1 KB is read', async () => {
    const receiver = await aReceiver()
    let sent = 0
    receiver.state.answer = (reply) => {
      reply.writeHead(200)
      const pour = () => {
        while (!reply.destroyed && sent < 50_000_000 && reply.write('x'.repeat(65_536)))
          sent += 65_536
      }
      reply.on('drain', pour)
      pour()
    }
    // Read on, it would take a minute.
    const patient = hookSender({ ...receiver.network, patience: 60_000 })
    expect(await patient(message(receiver.url()))).toMatchObject({ status: 200 })
    expect(sent).toBeLessThan(50_000_000)
    receiver.state.answer = (reply) => void reply.writeHead(200).write('x')
    expect(await patient(message(receiver.url()))).toMatchObject({ status: 200 })
  })

  test('a plain reason, when there is none', async () => {
    const receiver = await aReceiver()
    const url = receiver.url()
    receiver.state.answer = () => {}
    expect((await receiver.send(message(url))).error).toBe('No answer within 15 seconds.')
    receiver.state.answer = (reply) => void reply.socket?.destroy()
    expect((await receiver.send(message(url))).error).toBe('The connection broke.')
    const { ca: _, ...network } = receiver.network
    const strange = hookSender(network)
    expect((await strange(message(url))).error).toBe('Its certificate or encryption is not valid.')
    const other = receiver.url('/', 'stranger')
    expect((await receiver.send(message(other))).error).toBe(
      'Its certificate or encryption is not valid.',
    )
    const gone = hookSender({
      ...receiver.network,
      resolve: (_, done) => done(Object.assign(new Error(), { code: 'ENOTFOUND' }), []),
    })
    expect((await gone(message(url))).error).toBe('There is no such name.')
  })
})

describe('no private address is ever connected to', () => {
  const BLOCKED = 'The name leads to a private address.'
  const PRIVATE = [
    ...[
      '0.0.0.0',
      '0.255.1.2',
      '10.0.0.1',
      '100.64.0.1',
      '100.127.255.255',
      '127.0.0.1',
      '127.9.9.9',
    ],
    ...[
      '169.254.169.254',
      '172.16.0.1',
      '172.31.255.255',
      '192.0.0.1',
      '192.168.1.1',
      '198.18.0.1',
    ],
    ...['198.19.255.255', '224.0.0.1', '255.255.255.255'],
    ...[
      '::',
      '::1',
      'fc00::1',
      'fdff::1',
      'fe80::1',
      '64:ff9b::a00:1',
      'ff02::1',
      '::ffff:10.0.0.1',
      '::ffff:7f00:1',
      '::10.0.0.1',
      '2002:a00:1::1',
      '64:ff9b:1::a00:1',
      'fec0::1',
    ],
  ]

  test('whatever a name leads to, alone or among others', async () => {
    const receiver = await aReceiver()
    for (const address of PRIVATE) {
      const family = address.includes(':') ? 6 : 4
      const found = [
        { address: '192.0.2.1', family: 4 },
        { address, family },
      ]
      const resolve: typeof receiver.network.resolve = (_, done) => done(null, found)
      const guarded = hookSender({ ...receiver.network, blocked: privateAddresses(), resolve })
      expect((await guarded(message(receiver.url()))).error, address).toBe(BLOCKED)
    }
    expect(receiver.heard).toEqual([])
    for (const address of ['1.1.1.1', '100.128.0.1', '172.32.0.1', '198.20.0.1', '223.255.255.255'])
      expect(privateAddresses().check(address, 'ipv4'), address).toBe(false)
    expect(privateAddresses().check('2606:4700::1', 'ipv6')).toBe(false)
  })

  const number = fc.integer({ min: 0, max: 0xffffffff })
  const spelled = number.chain((whole) => {
    const parts = [24, 16, 8, 0].map((shift) => (whole >>> shift) & 255)
    return fc.constantFrom(
      String(whole),
      `0x${whole.toString(16)}`,
      `0${whole.toString(8)}`,
      parts.join('.'),
      parts.map((part) => `0x${part.toString(16)}`).join('.'),
      parts.map((part) => `0${part.toString(8)}`).join('.'),
      `${parts[0]}.${whole & 0xffffff}`,
      `${parts.join('.')}.`,
      `[::ffff:${parts.join('.')}]`,
      [...parts.join('.')]
        .map((digit) => (digit === '.' ? '。' : (['⓪', ...'①②③④⑤⑥⑦⑧⑨'][Number(digit)] ?? '')))
        .join(''),
    )
  })
  const host = fc.oneof(
    spelled,
    fc.constantFrom(
      'localhost',
      'farm',
      'localhost.',
      'a.localhost',
      '[::1]',
      '[fc00::1]',
      '[::]',
      '127.1',
      '0x7f.1',
      '0',
    ),
  )
  const extra = fc.constantFrom('', ':443', ':8443', '/a?b=c', ':8443/x')

  test('by an address in any spelling: 300 are refused, when it is entered and when it is sent to', async () => {
    let connected = 0
    const spy = hookSender({
      blocked: new BlockList(),
      patience: 50,
      resolve: (_, done) => {
        connected++
        done(Object.assign(new Error(), { code: 'ENOTFOUND' }), [])
      },
    })
    await fc.assert(
      fc.asyncProperty(host, extra, async (name, more) => {
        const url = `https://${name}${more}`
        expect(hookDraft.safeParse({ url, types: ['order.created'] }).success, url).toBe(false)
        if (!URL.canParse(url) || /[a-z]{3}/.test(name)) return
        expect((await spy(message(url))).error, url).toBe(BLOCKED)
      }),
      { numRuns: 300 },
    )
    expect(connected).toBe(0)
  })

  test.each([
    ['http://hooks.example.com/', 'Please enter an address that begins with https://.'],
    ['hooks.example.com', 'Please enter an address that begins with https://.'],
    ['https://user:pw@hooks.example.com/', 'Please leave out the user name and password.'],
    ['https://hooks.example.com:8080/', 'Please use port 443 or 8443.'],
    ['https://localhost/', 'Please use a name such as hooks.example.com.'],
    ['https://farm/', 'Please use a name such as hooks.example.com.'],
    [`https://hooks.example.com/${'x'.repeat(500)}`, 'At most 500 characters, please.'],
  ])('%s is refused in words', (url, words) => {
    const { error } = hookDraft.safeParse({ url, types: ['order.created'] })
    expect(error?.issues.map(({ message, path }) => [path.join(), message])).toContainEqual([
      'url',
      words,
    ])
  })

  test.each([
    'https://hooks.example.com',
    'https://hooks.example.com:443/a?b',
    'https://h.example.:8443/x',
  ])('%s is taken', (url) =>
    expect(hookDraft.safeParse({ url, types: ['order.created'] }).success).toBe(true),
  )
})
