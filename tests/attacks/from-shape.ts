import fc from 'fast-check'
import { z } from 'zod/mini'
import type { Shape } from '#contract/endpoint.ts'

type Schema = {
  type?: string
  const?: unknown
  enum?: unknown[]
  anyOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  format?: string
  pattern?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  minItems?: number
  maxItems?: number
}

export function fromShape(shape: Shape): fc.Arbitrary<unknown> {
  return fromSchema(z.toJSONSchema(shape, { io: 'input', unrepresentable: 'any' }) as Schema, '')
}

const KNOWN: Record<string, fc.Arbitrary<unknown>> = {
  payment_method_id: fc.constantFrom(
    'pm_card_visa',
    'pm_card_chargeDeclined',
    'pm_card_authenticationRequired',
  ),
  zipCode: fc.constantFrom('57747', '57747-0001'),
  state: fc.constantFrom('SD', 'wy'),
  imageUrl: fc.constantFrom(null, `/uploads/${'0'.repeat(32)}.webp`, 'https://farm.example/a.jpg'),
  slug: fc.constantFrom(null, 'our-hens', 'about-us'),
  csv: fc.constantFrom(
    'name,category,price,stock\nLeek,Vegetables,2,1',
    'id,price\n1,3',
    'name\n"',
    '',
    'a\tb\n1',
  ),
  content: fc.constantFrom('<p>Hello</p>', '<h1>Hens<script>x</script>', 'Only words'),
  pickupDate: fc.constantFrom('2026-11-21', 'none'),
  pickupBefore: fc.constantFrom('2026-11-21'),
  orderedFrom: fc.constantFrom('2026-11-01'),
  orderedUntil: fc.constantFrom('2026-11-30'),
  subject: fc.constantFrom('product', 'order', 'page', 'setting', 'place', 'rule', 'day'),
  opens: fc.constantFrom('08:00', '09:30'),
  closes: fc.constantFrom('12:00', '17:00'),
  orderTime: fc.constantFrom('06:00', '20:00'),
  firstDay: fc.constantFrom('1999-12-31', '2026-11-21'),
  lastDay: fc.constantFrom(null, '2027-10-30'),
  seasonFrom: fc.constantFrom(null, '05-02'),
  seasonUntil: fc.constantFrom(null, '10-31', '02-29'),
  fromDay: fc.constantFrom('2026-11-21', '2999-12-31'),
  untilDay: fc.constantFrom('2026-11-28', '2999-12-31'),
  resumesAt: fc.constantFrom(null, '2026-11-30T12:00:00.000Z', '2026-02-30T12:00:00.000Z'),
  days: fc.constantFrom(['2026-12-20'], ['2026-12-23', '2026-12-27']),
  zips: fc.constantFrom(null, ['57747'], ['577', '57730']),
  mapUrl: fc.constantFrom(null, 'https://maps.example/farm'),
}

const email = fc.constantFrom('ada@example.com', 'o.k+1@farm.example')

function fromSchema(schema: Schema, name: string): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((one) => fromSchema(one, name)))
  if (KNOWN[name]) return KNOWN[name]
  if (schema.type === 'object') return fromObject(schema)
  if (schema.type === 'array') return fromArray(schema, name)
  if (schema.type === 'integer' || schema.type === 'number') return fromNumber(schema, name)
  if (schema.type === 'boolean') return fc.boolean()
  if (schema.type === 'null') return fc.constant(null)
  return schema.type === 'string' ? fromText(schema) : fc.constantFrom(null, 1, 'any', [], {})
}

function fromObject({ properties = {}, required = [] }: Schema): fc.Arbitrary<unknown> {
  const fields = Object.entries(properties).map(
    ([name, schema]) => [name, fromSchema(schema, name)] as const,
  )
  return fc.record(Object.fromEntries(fields), { requiredKeys: required })
}

function fromArray(
  { items = {}, minItems = 0, maxItems = 3 }: Schema,
  name: string,
): fc.Arbitrary<unknown> {
  const one = fromSchema(items, name)
  return fc.array(one, { minLength: Math.min(minItems, 3), maxLength: Math.min(maxItems, 3) })
}

/** Mostly small, since they name rows. */
function fromNumber(
  { type, minimum = 0, maximum = 1e6 }: Schema,
  name: string,
): fc.Arbitrary<unknown> {
  const [least, most] = [Math.max(minimum, -1e6), Math.min(maximum, 1e6)]
  const small = fc.integer({ min: Math.ceil(least), max: Math.ceil(Math.min(most, least + 12)) })
  if (type === 'number') return fc.oneof(small, fc.constantFrom(5, 10, 0.3, 4.5, 12.34))
  const any = fc.integer({ min: Math.ceil(least), max: Math.floor(most) })
  return /id$/i.test(name) ? small : fc.oneof(small, small, any, fc.constantFrom(500, 1000))
}

function fromText({
  format,
  pattern,
  minLength = 0,
  maxLength = 40,
}: Schema): fc.Arbitrary<unknown> {
  if (format === 'email') return email
  if (format === 'uuid') return fc.uuid({ version: 4 })
  if (pattern && /\^\[1-9\]/.test(pattern)) return fc.integer({ min: 1, max: 12 }).map(String)
  if (pattern) return fc.stringMatching(new RegExp(pattern))
  const longest = Math.min(maxLength, 40)
  const text = fc.string({
    minLength: Math.min(minLength, longest),
    maxLength: longest,
    unit: 'grapheme',
  })
  return fc.oneof(text, fc.constantFrom('Eggs', '1', '4.50', '農場'))
}
