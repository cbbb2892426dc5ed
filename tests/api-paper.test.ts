import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { aKeyedBuyer, orderBody } from './a-buyer.ts'
import { aReceiver } from './a-receiver.ts'
import { aProduct, aShop } from './a-shop.ts'
import { aToken } from './a-token.ts'
import { readProject } from './locked-packages.ts'

const PAPER = readProject('docs/api.md')

const blocksOf = (language: string) =>
  [...PAPER.matchAll(new RegExp(`\`\`\`${language}\n(.*?)\`\`\``, 'gs'))].map(
    ([, text = '']) => text,
  )

async function aShopToAsk() {
  const shop = await aShop()
  const eggs = await aProduct(shop.db, { name: 'Farm Eggs' })
  for (const customerName of ['Ada', 'Bea'])
    await aKeyedBuyer(shop).buy(orderBody([[eggs, 2]], { customerName }))
  const { token, cookie } = await aToken(shop)
  const env = { ...process.env, FARM: `http://127.0.0.1:${await shop.listen()}`, TOKEN: token }
  return { shop, cookie, env }
}

function run(command: string, args: string[], env: NodeJS.ProcessEnv): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { env })
    let said = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (said += text))
    child.once('error', reject)
    child.once('close', (code) => (code === 0 ? resolve(said) : reject(new Error(said))))
  })
}

test('each curl line of docs/api.md does what stands above it', async () => {
  const { shop, env } = await aShopToAsk()
  const lines = blocksOf('sh').filter((text) => text.includes('curl'))
  expect(lines).toHaveLength(3)
  const [orders = '', status = '', books = ''] = lines
  const ask = (line: string) => run('sh', ['-c', line.replace('curl ', 'curl -sS --fail ')], env)
  expect(JSON.parse(await ask(orders)).map(({ id }: { id: number }) => id)).toEqual([2, 1])
  expect(JSON.parse(await ask(status))).toMatchObject({ id: 1, status: 'processing' })
  const stored = shop.db.selectFrom('orders').select('status').where('id', '=', 1)
  expect(await stored.execute()).toEqual([{ status: 'processing' }])
  expect(await ask(books)).toContain('Date,Paid with,Gross')
})

test('the typed client of docs/api.md reads every page of the orders', async () => {
  const { env } = await aShopToAsk()
  const folder = await mkdtemp(join(tmpdir(), 'farmstand-client-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const [client = ''] = blocksOf('ts')
  await writeFile(join(folder, 'client.mts'), client)
  const said = await run(process.execPath, [join(folder, 'client.mts')], env)
  expect(said.trim().split('\n')).toEqual([
    expect.stringMatching(/^#2 Bea: \$\d+\.\d\d$/),
    expect.stringMatching(/^#1 Ada: \$\d+\.\d\d$/),
  ])
})

test('docs/api.md lists what each scope opens, no more and no less', async () => {
  const shop = await aShop()
  const { paths } = (await shop.inject({ url: '/api/openapi.json' })).json()
  const open: Record<string, string[]> = {}
  for (const [path, methods] of Object.entries<Record<string, { 'x-scope'?: string }>>(paths))
    for (const [method, { 'x-scope': scope }] of Object.entries(methods))
      if (scope) open[scope] = [...(open[scope] ?? []), `${method.toUpperCase()} ${path}`].sort()
  const told = PAPER.split(/^### /m)
    .slice(1)
    .map((part) => {
      const calls = part.matchAll(/`((?:GET|POST|PUT) [^`?]+)/g)
      return [part.split('`')[1], [...calls].map(([, call]) => call).sort()]
    })
  expect(Object.fromEntries(told)).toEqual(open)
})

test('docs/api.md and the document name every message that a webhook may hear', async () => {
  const shop = await aShop()
  const { webhooks } = (await shop.inject({ url: '/api/openapi.json' })).json()
  const [table = ''] = PAPER.split('| type | when |').slice(1)
  const [rows = ''] = table.split('\n\n')
  const named = [...rows.matchAll(/`(\w+\.\w+)`/g)].map(([, type]) => type)
  expect(Object.keys(webhooks).sort()).toEqual(named.sort())
})

test('the verifier of docs/api.md takes what the shop signed, for five minutes, and nothing else', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'farmstand-verifier-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const [verifier = ''] = blocksOf('js')
  await writeFile(join(folder, 'verifier.mjs'), verifier)
  const { isFromShop } = await import(join(folder, 'verifier.mjs'))
  const receiver = await aReceiver()
  const secrets = ['a', 'b', 'c'].map(
    (one) => `whsec_${Buffer.from(one.repeat(32)).toString('base64')}`,
  )
  const [own, former, other] = secrets
  const sent = async (at: Date) => {
    const url = receiver.url()
    await receiver.send({
      url,
      id: 'msg_1',
      at,
      body: '{"type":"test.ping"}',
      secrets: [own ?? '', former ?? ''],
    })
    const heard = receiver.heard.at(-1)
    const headers = {
      ...{ 'webhook-id': heard?.id, 'webhook-timestamp': heard?.timestamp },
      'webhook-signature': heard?.signatures.join(' '),
    }
    return [headers, heard?.body]
  }
  const [headers, body] = await sent(new Date())
  expect([own, former, other].map((secret) => isFromShop(secret, headers, body))).toEqual([
    true,
    true,
    false,
  ])
  expect(isFromShop(own, headers, `${body} `)).toBe(false)
  expect(isFromShop(own, {}, body)).toBe(false)
  for (const minutes of [-6, 6])
    expect(isFromShop(own, ...(await sent(new Date(Date.now() + minutes * 60_000))))).toBe(false)
})
