import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { answerMessage } from '#server/features/chat/answer-message.ts'
import { aProduct, aShop } from '#tests/a-shop.ts'
import { openAiModel } from './chat-model.ts'

type Heard = {
  url: string
  authorization: string
  body: { model: string; messages: { role: string; content: string }[] }
}

const QUICK = { patience: 300, callsAnHour: 50, atOnce: 4, pause: 60_000 }
const FACTS = 'Farm Eggs: $5.00 / dozen, 10 in stock. See /pages/our-hens.'
const REQUEST = { question: 'any eggs?', facts: FACTS }

async function aModelServer(answer: (to: ServerResponse, content: string) => void) {
  const heard: Heard[] = []
  const server = createServer(async (request, response) => {
    const body = JSON.parse(await text(request))
    heard.push({ url: request.url ?? '', authorization: request.headers.authorization ?? '', body })
    answer(response, body.messages[1].content)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
  return { url, heard, place: { url, model: 'small', key: 'sk-model-key' } }
}

const saying = (content: unknown) => (to: ServerResponse) =>
  void to
    .setHeader('content-type', 'application/json')
    .end(JSON.stringify({ choices: [{ message: { content } }] }))

const silent = () => {}

test('the model is asked by its protocol, with the facts, and its words are the answer', async () => {
  const { place, heard } = await aModelServer(saying(' Yes,\n ten dozen are left: 10 at $5.00. '))
  const answer = await openAiModel(place, silent, QUICK).phrase(REQUEST)
  expect(answer).toBe('Yes, ten dozen are left: 10 at $5.00.')
  expect(heard[0]).toMatchObject({
    url: '/v1/chat/completions',
    authorization: 'Bearer sk-model-key',
    body: { model: 'small', stream: false, messages: [{ role: 'system' }, { role: 'user' }] },
  })
  expect(heard[0]?.body.messages[1]?.content).toContain(FACTS)
})

test.each([
  ['another price', 'They are $4.50.'],
  ['a number that is in no fact', 'We have 12.'],
  ['an address of its own', 'Write to eggs@evil.example.'],
  ['a link of its own', 'See https://evil.example for more.'],
  ['a page of its own', 'See /pages/free-eggs.'],
  ['markup', 'Yes <b>we do</b>.'],
  ['a list', '* eggs'],
  ['nothing', ' '],
  ['far too much', 'Yes. '.repeat(200)],
  ['no words', { eggs: true }],
])('an answer with %s is not used', async (_, content) => {
  const { place } = await aModelServer(saying(content))
  expect(await openAiModel(place, silent, QUICK).phrase(REQUEST)).toBeNull()
})

test.each([
  ['refuses', (to: ServerResponse) => void to.writeHead(500).end('no')],
  ['says nothing', () => {}],
  ['sends no JSON', (to: ServerResponse) => void to.end('<html>')],
  ['never ends', (to: ServerResponse) => void to.write('{"choices":[')],
  ['sends a flood', (to: ServerResponse) => void to.end(`{"a":"${'a'.repeat(100_000)}"}`)],
  [
    'sends elsewhere',
    (to: ServerResponse) => void to.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
  ],
  ['hangs up', (to: ServerResponse) => void to.destroy()],
])('a model that %s is reported, and gives no answer', async (_, answer) => {
  const { place } = await aModelServer(answer)
  const reported: string[] = []
  expect(await openAiModel(place, (what) => reported.push(what), QUICK).phrase(REQUEST)).toBeNull()
  expect(reported).toEqual(['word an answer'])
})

test('after three failures in a row it is left alone for a while', async () => {
  const { place, heard } = await aModelServer((to) => void to.writeHead(500).end())
  const model = openAiModel(place, silent, QUICK)
  for (let tries = 0; tries < 6; tries++) await model.phrase(REQUEST)
  expect(heard).toHaveLength(3)
})

test('it is asked only so often in an hour', async () => {
  const { place, heard } = await aModelServer(saying('Yes.'))
  const model = openAiModel(place, silent, { ...QUICK, callsAnHour: 2 })
  const answers = [
    await model.phrase(REQUEST),
    await model.phrase(REQUEST),
    await model.phrase(REQUEST),
  ]
  expect([answers, heard.length]).toEqual([['Yes.', 'Yes.', null], 2])
})

test('a visitor reads the model’s words, and the built-in ones when it fails; addresses, cards and receipts never reach it', async () => {
  let isWell = true
  const { url, heard } = await aModelServer((to) =>
    isWell ? saying('Fresh eggs are here, $5.00.')(to) : void to.writeHead(500).end(),
  )
  const { shop, db } = await aShop({ env: { CHAT_MODEL_URL: url, CHAT_MODEL: 'small' } })
  await aProduct(db, { name: 'Farm Eggs', price: 500 })
  const ask = (text: string) =>
    answerMessage(shop, { text, sessionId: 'a'.repeat(21), address: null }, shop.now())
  expect(await ask('How much are eggs? I am ada@example.com, 605 555 0199')).toBe(
    'Fresh eggs are here, $5.00.',
  )
  isWell = false
  expect(await ask('How much are eggs?')).toMatch(/Farm Eggs.*\$5\.00/)
  const before = heard.length
  await ask('My card is 4242 4242 4242 4242, how much are eggs?')
  await ask('Where is my order /o/AAAAAAAAAAAAAAAAAAAAAA ?')
  await ask('Can my llama board with you?')
  expect(heard).toHaveLength(before)
  expect(JSON.stringify(heard)).not.toMatch(/ada@|0199/)
})
