import { expect, test } from 'vitest'
import { type AShop, aShop, signIn } from '#tests/a-shop.ts'
import { someOf } from '#tests/length-of-run.ts'

type Schema = {
  $ref?: string
  type?: string
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
  enum?: unknown[]
}
type Write = { method: 'POST' | 'PUT' | 'DELETE'; url: string; body: Schema }

/**
 * What nobody means to send, in place of a whole body or any part of it; `undefined` leaves it out.
 */
const WRONG = [null, undefined, true, 5, 1.5, 'x', '', [], [null], {}, { x: 1 }]

async function everyWrite(shop: AShop): Promise<Write[]> {
  const { paths, components } = (await shop.inject({ url: '/api/openapi.json' })).json()
  Object.assign(NAMED, components.schemas)
  return Object.entries(
    paths as Record<string, Record<string, { requestBody?: { content: object } }>>,
  ).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { requestBody }]) => {
      const body = new Map<string, { schema: Schema }>(
        Object.entries(requestBody?.content ?? {}),
      ).get('application/json')?.schema
      const url = path.replace('{key}', 'hero_title').replace(/\{\w+\}/g, '1')
      return body ? [{ method: method.toUpperCase() as Write['method'], url, body }] : []
    }),
  )
}

const NAMED: Record<string, Schema> = {}

/** A value that fits a schema as far as its types go. */
function sample(schema: Schema): unknown {
  const { $ref, type, properties, items, anyOf, enum: choices } = schema
  if ($ref) return sample(NAMED[$ref.split('/').at(-1) ?? ''] ?? {})
  if (anyOf?.[0]) return sample(anyOf[0])
  if (choices) return choices[0]
  if (type === 'object')
    return Object.fromEntries(
      Object.entries(properties ?? {}).map(([name, one]) => [name, sample(one)]),
    )
  if (type === 'array') return [sample(items ?? {})]
  return type === 'number' || type === 'integer' ? 1 : type === 'boolean' ? true : 'x'
}

function* spoiled(value: unknown): Generator<unknown> {
  yield* WRONG
  if (Array.isArray(value)) for (const one of value) for (const wrong of spoiled(one)) yield [wrong]
  else if (typeof value === 'object' && value !== null)
    for (const [name, one] of Object.entries(value))
      for (const wrong of spoiled(one)) yield { ...value, [name]: wrong }
}

/** A plain sentence, or what the specification says to the letter. */
const SENTENCE = /^[A-Z“].*[.?!]$|^Incorrect password$/su

test('whatever is missing or of a wrong type is refused in a plain sentence, never in the validator’s words', async () => {
  const shop = await aShop()
  const cookie = await signIn(shop)
  const writes = await everyWrite(shop)
  expect(writes.length).toBeGreaterThan(20)
  for (const { method, url, body } of writes)
    for (const payload of someOf([...spoiled(sample(body))], 7)) {
      const answer = await shop.inject({
        method,
        url,
        headers: { cookie, accept: 'application/json', 'content-type': 'application/json' },
        ...(payload === undefined ? {} : { payload: JSON.stringify(payload) }),
      })
      if (answer.statusCode < 400) continue
      const { message, problems = [] } = answer.json()
      const sentences = [message, ...problems.map((one: { message: string }) => one.message)]
      const where = `${method} ${url} ${JSON.stringify(payload)}: ${sentences.join(' ')}`
      expect(answer.statusCode, where).toBeLessThan(500)
      for (const sentence of sentences) {
        expect(sentence, where).toMatch(SENTENCE)
        expect(sentence, where).not.toMatch(
          /invalid input|invalid option|expected|received|undefined|\bNaN\b/i,
        )
      }
    }
})

test.each([
  [null, 'Please send the fields of this call as a JSON object.'],
  [{ orderData: null, items: [] }, 'The field “orderData” must be an object.'],
])('an order of %j', async (payload, sentence) => {
  const shop = await aShop()
  const headers = { 'content-type': 'application/json' }
  const answer = await shop.inject({
    method: 'POST',
    url: '/api/orders',
    headers,
    payload: JSON.stringify(payload),
  })
  expect(answer.statusCode).toBe(400)
  expect(answer.json().message).toBe(sentence)
})
