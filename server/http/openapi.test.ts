import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, test } from 'vitest'
import { openApiDocument } from '#server/http/openapi.ts'
import { type AShop, aShop } from '#tests/a-shop.ts'
import { aFullShop } from '#tests/attacks/a-full-shop.ts'
import { ENDPOINTS } from '#tests/contract-answers.ts'
import { isShortOnPostgres } from '#tests/length-of-run.ts'

type Operation = {
  operationId: string
  tags: string[]
  summary: string
  parameters?: { name: string; description?: string }[]
  security: Record<string, string[]>[]
  requestBody?: object
  responses: Record<string, { content?: Record<string, unknown> }>
}

type Document = {
  openapi: string
  info: { version: string }
  servers?: { url: string }[]
  tags: { name: string; description: string }[]
  webhooks: Record<string, { post: Operation }>
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, object>; securitySchemes: Record<string, object> }
}

const readDocument = async (shop: AShop): Promise<Document> =>
  (await shop.inject({ url: '/api/openapi.json' })).json()

const operationsOf = ({ paths }: Document) =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, ...operation })),
  )

/** It is the same whichever database the shop asks. */
const testDocument = test.skipIf(isShortOnPostgres())

const REF = /"\$ref":"#\/([^"]+)"/g

testDocument(
  'the document names each operation once, with a tag, a summary and who may call it, and every $ref is there',
  async () => {
    const shop = await aShop({ env: { PUBLIC_URL: 'https://farm.example' } })
    const document = await readDocument(shop)
    expect(document).toMatchObject({ openapi: '3.1.0', servers: [{ url: 'https://farm.example' }] })
    expect(document.info.version).toMatch(/^\d+\.\d+\.\d+$/)
    const operations = operationsOf(document)
    const ids = operations.map(({ operationId }) => operationId)
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids).toEqual(
      expect.arrayContaining(['getOrdersById', 'putOrdersByIdStatus', 'getOrdersCsv']),
    )
    const tags = new Set(document.tags.map(({ name }) => name))
    expect(document.tags.filter(({ description }) => !description)).toEqual([])
    const used = operations.flatMap((operation) => operation.tags)
    expect([...tags].filter((name) => !used.includes(name))).toEqual([])
    for (const [name, { post }] of Object.entries(document.webhooks))
      expect([post.security, ids.includes(post.operationId)], name).toEqual([[], false])
    const schemes = new Set(Object.keys(document.components.securitySchemes))
    for (const {
      path,
      method,
      tags: own,
      summary,
      parameters,
      security,
      responses,
    } of operations) {
      const where = `${method} ${path}`
      expect(parameters?.filter(({ description }) => !description) ?? [], where).toEqual([])
      expect(own.length, where).toBe(1)
      expect(tags.has(own[0] ?? ''), where).toBe(true)
      expect(summary, where).not.toBe('')
      expect(Object.keys(responses).slice(-2), where).toEqual(['4XX', 'default'])
      const { access } =
        ENDPOINTS.find((one) => one.path === path && one.method.toLowerCase() === method) ?? {}
      expect(security.length === 0, where).toBe(access === 'public')
      for (const way of security)
        for (const name of Object.keys(way)) expect(schemes.has(name)).toBe(true)
    }
    const leadsTo = (pointer: string) =>
      pointer.split('/').reduce<unknown>((held, part) => Object(held)[part], document)
    const refs = [...JSON.stringify(document).matchAll(REF)].map(([, pointer = '']) => pointer)
    expect(refs.filter((pointer) => leadsTo(pointer) === undefined)).toEqual([])
    // Every named schema is used, so a generated client has no type that nothing answers.
    const unused = Object.keys(document.components.schemas).filter(
      (name) => !refs.includes(`components/schemas/${name}`),
    )
    expect(unused).toEqual([])
  },
)

testDocument('the document in a release is the one a shop serves', async () => {
  const shop = await aShop()
  const [served, released] = [
    await readDocument(shop),
    JSON.parse(JSON.stringify(openApiDocument(ENDPOINTS, null))),
  ]
  expect(released.components.schemas).toEqual(served.components.schemas)
  for (const [path, methods] of Object.entries(served.paths))
    expect(released.paths[path], path).toEqual(methods)
})

testDocument(
  'what is sent may have no unknown field, and an answer may, whose faults are told one by one',
  async () => {
    const document = await readDocument(await aShop())
    const bodies = operationsOf(document).map(({ requestBody }) =>
      JSON.stringify(requestBody ?? {}),
    )
    const { OrderData, ...answered } = document.components.schemas
    expect(bodies.filter((body) => body.includes(CLOSED)).length).toBeGreaterThan(80)
    expect(JSON.stringify(OrderData)).toContain(CLOSED)
    const answers = [...operationsOf(document).map(({ responses }) => responses), answered]
    expect(JSON.stringify([answers, document.webhooks]).includes(CLOSED)).toBe(false)
    expect(answered.Refusal).toMatchObject({
      properties: { problems: { items: { required: ['field', 'message'] } } },
    })
  },
)

const CLOSED = '"additionalProperties":false'

/** As strict as if no answer could ever get a field, so that none says more than is described. */
function close(schema: unknown): void {
  if (typeof schema !== 'object' || schema === null) return
  for (const part of Object.values(schema)) close(part)
  if ('properties' in schema && 'type' in schema && schema.type === 'object')
    Object.assign(schema, { additionalProperties: false, ...schema })
}

test('every schema compiles, and what the shop answers is what the document says', async () => {
  const shop = await aFullShop()
  const document = await readDocument(shop)
  close(document)
  const ajv = new Ajv2020({ strict: false, validateFormats: false })
  ajv.addSchema(document, 'farm')
  const compile = (path: string, method: string, status: string) =>
    ajv.compile({
      $ref: `farm#/paths/${path.replaceAll('/', '~1')}/${method}/responses/${status}/content/application~1json/schema`,
    })
  let matched = 0
  for (const { path, method, responses } of operationsOf(document)) {
    const [status = ''] = Object.keys(responses)
    if (!responses[status]?.content?.['application/json']) continue
    const isValid = compile(path.replaceAll('{', '%7B').replaceAll('}', '%7D'), method, status)
    if (method !== 'get') continue
    const url = path
      .replace('{key}', 'hero_title')
      .replace('{day}', '2026-11-21')
      .replace(/\{\w+\}/g, '1')
    const answer = await shop.inject({ url, headers: { cookie: shop.cookie } })
    if (answer.statusCode !== 200) continue
    expect(isValid(answer.json()), `${url}: ${ajv.errorsText(isValid.errors)}`).toBe(true)
    matched++
  }
  expect(matched).toBeGreaterThan(47)
})
