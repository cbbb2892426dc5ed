import { z } from 'zod'
import type { Endpoint, Shape } from '#contract/endpoint.ts'
import { DESK_COOKIE, HELPER_COOKIE, STALL_COOKIE } from './cookies.ts'
import { type App, JSON_TYPE } from './serve.ts'

type Json = Record<string, unknown>

function openApiDocument(endpoints: Endpoint[], version: string): Json {
  const paths: Record<string, Json> = {}
  for (const endpoint of endpoints) {
    paths[endpoint.path] = {
      ...paths[endpoint.path],
      [endpoint.method.toLowerCase()]: operation(endpoint),
    }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Farmstand', version, description: 'Every call the shop and its desk make.' },
    paths,
    components: {
      securitySchemes: {
        desk: cookieOf(DESK_COOKIE, `\`__Host-${DESK_COOKIE}\` when the shop is served by https.`),
        helper: cookieOf(HELPER_COOKIE, 'A phone that the farmer linked for a helper.'),
        stall: cookieOf(STALL_COOKIE, 'A phone that may sell at the market.'),
      },
    },
  }
}

function operation(endpoint: Endpoint): Json {
  const status = String(endpoint.status ?? 200)
  const parameters = [
    ...parametersOf(endpoint.params, 'path'),
    ...parametersOf(endpoint.query, 'query'),
  ]
  return {
    summary: endpoint.summary,
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(endpoint.body ? { requestBody: { required: true, content: jsonOf(endpoint.body) } } : {}),
    ...(endpoint.file ? { requestBody: { required: true, content: formOf(endpoint.file) } } : {}),
    responses: {
      [status]: {
        description: 'Success',
        ...(status === '204' ? {} : { content: answerOf(endpoint) }),
      },
      default: { description: 'A refusal', content: refusalSchema(endpoint) },
    },
    ...(endpoint.access === 'public' ? {} : { security: securityOf(endpoint) }),
  }
}

function securityOf({ access, helpers }: Endpoint): Json[] {
  if (access === 'stall') return [{ stall: [] }]
  return helpers ? [{ desk: [] }, { helper: [] }] : [{ desk: [] }]
}

function cookieOf(name: string, description: string): Json {
  return { type: 'apiKey', in: 'cookie', name, description }
}

function parametersOf(shape: Shape | undefined, place: 'path' | 'query'): Json[] {
  if (!shape) return []
  const { properties = {}, required = [] } = schemaOf(shape, 'input') as {
    properties?: Json
    required?: string[]
  }
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema,
  }))
}

const REFUSAL = {
  type: 'object',
  properties: {
    code: { type: 'string' },
    message: { type: 'string' },
    field: { type: 'string' },
    problems: { type: 'array', items: { type: 'object' } },
  },
  required: ['code', 'message'],
}

function refusalSchema(endpoint: Endpoint): Json {
  if (endpoint.refusals === 'error') {
    const properties = { ...REFUSAL.properties, error: { type: 'string' } }
    return {
      'application/json': {
        schema: { ...REFUSAL, properties, required: [...REFUSAL.required, 'error'] },
      },
    }
  }
  if (endpoint.refusals === 'message') return { 'application/json': { schema: REFUSAL } }
  return { 'text/plain': { schema: { type: 'string' } }, 'application/json': { schema: REFUSAL } }
}

function formOf(field: string): Json {
  const properties = { [field]: { type: 'string', format: 'binary' } }
  return { 'multipart/form-data': { schema: { type: 'object', properties, required: [field] } } }
}

function answerOf({ output, answers = 'application/json' }: Endpoint): Json {
  return { [answers]: { schema: schemaOf(output, 'output') } }
}

function jsonOf(shape: Shape): Json {
  return { 'application/json': { schema: schemaOf(shape, 'input') } }
}

function schemaOf(shape: Shape, io: 'input' | 'output'): Json {
  const {
    $schema: _,
    '~standard': __,
    ...schema
  } = z.toJSONSchema(shape, { io, unrepresentable: 'any' }) as Json
  return schema
}

export function serveOpenApi(app: App): void {
  const served: Endpoint[] = []
  app.addHook('onRoute', ({ config, method }) => {
    if (config?.endpoint && method !== 'HEAD') served.push(config.endpoint)
  })
  let document: string | null = null
  app.get('/api/openapi.json', { config: { access: 'public' } }, async (_, reply) => {
    document ??= JSON.stringify(openApiDocument(served, '1'))
    return reply.type(JSON_TYPE).send(document)
  })
}
