import fc from 'fast-check'

const listed = (texts: string) => texts.split(' ')

export const HOSTILE_TEXTS = [
  ...['', ' ', '\0', 'a\0b', '\ud800', 'a\udfff', '\ufffe', '\u202e', '\u200b'],
  ...['\r\nX-Injected: 1', '🥚'.repeat(200)],
  ...["' OR '1'='1", "'; DROP TABLE orders; --", '" OR 1=1 --'],
  ...listed('% _ \\ $1 ? :id <%=7*7%> {{7*7}}'),
  ...['<script>fired()</script>', '"><img src=x onerror=fired()>'],
  ...listed('../../etc/passwd %00 %2e%2e%2f \u2028'),
  ...listed('__proto__ constructor prototype toString hasOwnProperty null undefined NaN Infinity'),
  ...listed('0 -0 -1 01 0x1 1e0 1e3 1e999 1.5 1,5 2147483648 9007199254740993'),
  '9'.repeat(400),
  ...listed('2026-02-30 0000-00-00 +275760-09-13 =1+1 @a İ ß ﬀ'),
  ...['a'.repeat(5000), '-'.repeat(20_000)],
]

const numbers = [
  ...[0, -0, -1, 1, 0.1, 1.005, 1e-7, 255, 2 ** 31 - 1, 2 ** 31, 2 ** 32, -(2 ** 31)],
  ...[2 ** 53 - 1, 2 ** 53, 2 ** 63, 1e21, 1e308, -1e308, 5e-324],
]

/** Keys every object already has; JSON carries them, a literal would not. */
const polluting = listed('__proto__ constructor prototype toString valueOf then toJSON').map(
  (key) => Object.fromEntries([[key, { x: 1, prototype: { x: 1 }, isAdmin: true }]]),
)

function deep(levels: number): unknown {
  let value: unknown = 1
  for (let level = 0; level < levels; level++) value = level % 2 ? [value] : { a: value }
  return value
}

export const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom<unknown>(...HOSTILE_TEXTS) },
  { weight: 3, arbitrary: fc.constantFrom<unknown>(...numbers) },
  {
    weight: 2,
    arbitrary: fc.constantFrom<unknown>(
      ...[null, true, false, [], {}, [[]], [null], [{}], deep(60), deep(2000)],
    ),
  },
  { weight: 2, arbitrary: fc.constantFrom<unknown>(...polluting) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 60 }) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
)

export const hostileSegment: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    ...listed('%00 1%00 % %zz %ff %c0%ae %ed%a0%80 %f0%9f%92%a9 ..%2f..%2fshop.db %2e%2e %5c'),
    ...listed('0 -1 01 0x1 1e0 1.0 +1 1%20 2147483648'),
    ...['9'.repeat(30), ...listed('NaN null 1;x=1 * __proto__ constructor')],
    ...listed('%27%20OR%201=1-- 1%0d%0aX:1'),
    ...['a'.repeat(400), 'a'.repeat(17_000), '%F0', '1,2'],
  ),
  fc
    .string({ unit: 'grapheme', maxLength: 20 })
    .map((text) => encodeURIComponent(text.toWellFormed())),
)

export const hostileQuery: fc.Arbitrary<string> = fc
  .array(
    fc.tuple(
      fc.constantFrom(
        ...listed('text status limit before place subject id email all __proto__ a[b]'),
      ),
      fc.oneof(hostileSegment, fc.constantFrom('', '1', 'pending', 'ada%40example.com')),
    ),
    { minLength: 1, maxLength: 4 },
  )
  .chain((pairs) => fc.constantFrom(pairs, [...pairs, ...pairs]))
  .map((pairs) => pairs.map(([name, value]) => `${name}=${value}`).join('&'))

/**
 * What one database takes and another chokes on: in texts, in numbers, and encoded for addresses.
 */
export const INDIGESTIBLE = [
  ...['a\0b', '\ud800', 'a\udc00b', 2 ** 31, 2 ** 53 - 1, 2 ** 53, -(2 ** 31) - 1, 1e308],
  '9'.repeat(20),
]
export const INDIGESTIBLE_SEGMENTS = [
  ...listed('%00 1%00 %ed%a0%80 2147483648 9007199254740993'),
  ...['9'.repeat(30), '1e3'],
]

export const hostileBody: fc.Arbitrary<{ type: string; payload: string | Buffer }> = fc.record({
  type: fc.constantFrom(
    ...['application/json', 'application/json; charset=utf-16', 'application/json\t; x'],
    ...['text/plain', 'text/html', 'a/b', 'application/x-www-form-urlencoded'],
    ...['multipart/form-data; boundary=x', 'application/json+x', '*/*', 'json', ''],
  ),
  payload: fc.oneof(
    fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
    fc.constantFrom(
      ...listed('{ [ [1, {"a": " NaN null 0 "" [] {} \u0000 \ufeff{} {"a":1,"a":2} {}{}'),
      ...['['.repeat(30_000), `${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`],
      ...['1'.repeat(60_000), '1e9999', '{"__proto__":1}'],
      '--x\r\ncontent-disposition: form-data; name="image"; filename="a"\r\n\r\nabc\r\n--x--\r\n',
      ...['--x', 'a=b&a=c'],
    ),
  ),
})
