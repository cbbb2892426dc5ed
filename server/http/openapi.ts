import { z } from 'zod'
import { backups } from '#contract/backups/backups.ts'
import { restores } from '#contract/backups/restore.ts'
import { deskDay } from '#contract/calendar/calendar.ts'
import { deskPlace } from '#contract/calendar/places.ts'
import { calendarPlan } from '#contract/calendar/rules.ts'
import type { Endpoint, RefusalForm, Shape } from '#contract/endpoint.ts'
import { HOOK_TYPES } from '#contract/hooks.ts'
import { stallDesk } from '#contract/market/stall-desk.ts'
import { cardSettings } from '#contract/money/cards.ts'
import { refund } from '#contract/money/refunds.ts'
import { customers } from '#contract/orders/customers.ts'
import { orderDetail } from '#contract/orders/desk-orders.ts'
import { orderBalance } from '#contract/orders/order-balance.ts'
import { orderChange } from '#contract/orders/order-changes.ts'
import { basket, order, placedOrder } from '#contract/orders/orders.ts'
import { receipts } from '#contract/orders/receipts.ts'
import { harvestList } from '#contract/packing/packing-lists.ts'
import { deskProduct, product } from '#contract/products/products.ts'
import { ingredient, recipe } from '#contract/recipes/recipes.ts'
import { settings } from '#contract/settings/settings.ts'
import { VERSION } from '../core/version.ts'
import { DESK_COOKIE, HELPER_COOKIE, STALL_COOKIE } from './cookies.ts'
import { type App, JSON_TYPE } from './endpoints.ts'

type Json = Record<string, unknown>

/** Schemas that several calls share, by their names in a generated client. */
const NAMED: Record<string, Shape> = {
  OrderData: basket.shape.orderData,
  Order: order,
  OrderItem: order.shape.items.def.element,
  OrderDetail: orderDetail,
  OrderBalance: orderBalance,
  OrderChange: orderChange,
  Refund: refund,
  PlacedOrder: placedOrder,
  Receipt: receipts.show.output,
  Customer: customers.show.output,
  Setting: settings.create.output,
  Product: product,
  DeskProduct: deskProduct,
  Recipe: recipe,
  Ingredient: ingredient,
  Place: deskPlace,
  MarketDay: deskDay,
  CalendarPlan: calendarPlan,
  HarvestList: harvestList,
  StallOverview: stallDesk.overview.output,
  Backups: backups.show.output,
  Restore: restores.show.output,
  Cards: cardSettings.show.output,
}

for (const [id, shape] of Object.entries(NAMED)) z.globalRegistry.add(shape, { id })

export function openApiDocument(endpoints: readonly Endpoint[], publicUrl: string | null): Json {
  const schemas: Json = { Refusal: REFUSAL }
  const paths: Record<string, Json> = {}
  for (const endpoint of endpoints) {
    paths[endpoint.path] = {
      ...paths[endpoint.path],
      [endpoint.method.toLowerCase()]: operation(endpoint, schemas),
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Farmstand',
      version: VERSION,
      description: 'Every call the shop and its desk make.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: publicUrl ?? '/' }],
    tags: Object.entries(TAGS).map(([description, words]) => ({
      name: words.split(' ')[0],
      description,
    })),
    paths,
    webhooks: Object.fromEntries(Object.entries(MESSAGES).map(webhook)),
    components: {
      schemas,
      responses: REFUSALS,
      securitySchemes: {
        desk: cookieOf(DESK_COOKIE, `\`__Host-${DESK_COOKIE}\` when the shop is served by https.`),
        helper: cookieOf(HELPER_COOKIE, 'A phone that the farmer linked for a helper.'),
        token: {
          type: 'http',
          scheme: 'bearer',
          description: 'An API token, made at the desk under Settings › Connections.',
        },
        stall: cookieOf(STALL_COOKIE, 'A phone that may sell at the market.'),
      },
    },
  }
}

function operation(endpoint: Endpoint, schemas: Json): Json {
  const { path, method, summary, params, query, body, file, output } = endpoint
  const answers = endpoint.answers ?? (output && JSON_ONLY)
  const schemaOf = schemasInto(schemas)
  const parameters = [
    ...parametersOf(params && schemaOf(params, 'input'), 'path'),
    ...parametersOf(query && schemaOf(query, 'input'), 'query'),
  ]
  const content = body ? { [JSON_ONLY]: { schema: schemaOf(body, 'input') } } : file && formOf(file)
  const schema = output ? schemaOf(output, 'output') : {}
  const success = answers ? { content: { [answers]: { schema } } } : {}
  const refused = {
    $ref: `#/components/responses/${REFUSAL_NAMES[endpoint.refusals ?? 'text']}`,
  }
  return {
    operationId: operationIdOf(method, path),
    tags: [tagOf(path)],
    summary,
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(content ? { requestBody: { required: true, content } } : {}),
    responses: {
      [endpoint.status ?? (answers ? 200 : 204)]: { description: 'Success', ...success },
      '4XX': refused,
      default: refused,
    },
    security: securityOf(endpoint),
    ...(endpoint.token ? { 'x-scope': endpoint.token } : {}),
  }
}

const MESSAGES = {
  ...HOOK_TYPES,
  'products.updated': 'More than 100 products changed at once',
  'test.ping': 'The farmer tries the webhook',
}

const WITHOUT_ID = ['market_day.updated', 'products.updated', 'test.ping']

/** What the shop posts to other programs. Without `id` where it isn't about a single thing. */
function webhook([type, summary]: [type: string, summary: string]): [string, Json] {
  const message = z.object({
    type: z.literal(type),
    timestamp: z.iso.datetime(),
    data: z.object(WITHOUT_ID.includes(type) ? {} : { id: z.int() }),
  })
  const content = { [JSON_ONLY]: { schema: schemasInto({})(message, 'output') } }
  const responses = { '2XX': { description: 'Heard' }, '4XX': { description: 'Tried again' } }
  const operationId = operationIdOf('on', `/api/${type}`)
  const requestBody = { required: true, content }
  return [type, { post: { operationId, summary, requestBody, responses, security: [] } }]
}

/** `getOrdersById`: stays the same as long as the path does. */
function operationIdOf(method: string, path: string): string {
  const words = path
    .slice('/api/'.length)
    .replaceAll('{', 'by-')
    .split(/[^a-zA-Z]+/)
  const capitalized = words.map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
  return method.toLowerCase() + capitalized.join('')
}

/** By the first word of a path. The key of each line is the tag. */
const TAGS: Record<string, string> = {
  'What is for sale, its stock, and what it costs to make':
    'products categories stock-count movements upload recipes recipe-ingredients ingredient-prices margins',
  'Orders, what changes in them, and money given back':
    'orders receipts refunds weights no-shows missed-orders',
  'From a cart to an order':
    'checkouts payments pickup pickup-requests pickup-buyers delivery-zones',
  'Market days, where they are, and when no orders are taken':
    'market-days places day-rules closures calendar pause',
  'What to harvest, bake, pack, hand over and do on a day': 'days today calls',
  'Sales, income, and whether the books balance':
    'figures dashboard period takings bookkeeping sales-tax sales books',
  'What other websites may show': 'feeds',
  'What the shop tells other programs': 'hooks',
  'What other programs may do': 'tokens',
  'Customers, their questions, and what they wait for': 'customers questions chat waiting-list',
  'Newsletters and all other emails': 'mails mail newsletter',
  'The shop’s texts, pages and settings': 'settings pages',
  'Selling at the market, by a phone that may be offline': 'stall',
  'Who may sign in, and by what':
    'people devices login logout session sessions password passkey passkeys second-factor',
  'Copies of the shop, and putting one back': 'backups restore everything',
  'How the shop is doing, and what was done in it':
    'history notices checkup report first-steps cards broken-parts',
}

function tagOf(path: string): string {
  const [, , first = '', second] = path.split(/[/.]/)
  const word = ['admin', 'desk', 'analytics'].includes(first) && second ? second : first
  const all = Object.values(TAGS).map((words) => words.split(' '))
  return all.find((words) => words.includes(word))?.[0] ?? word
}

function securityOf({ access, helpers, token }: Endpoint): Json[] {
  if (access === 'public') return []
  if (access === 'stall') return [{ stall: [] }]
  return [{ desk: [] }, ...(helpers ? [{ helper: [] }] : []), ...(token ? [{ token: [] }] : [])]
}

function cookieOf(name: string, description: string): Json {
  return { type: 'apiKey', in: 'cookie', name, description }
}

type Properties = Record<string, { description?: string }>

function parametersOf(shape: Json | undefined, place: 'path' | 'query'): Json[] {
  const { properties = {}, required = [] } = (shape ?? {}) as {
    properties?: Properties
    required?: string[]
  }
  return Object.entries(properties).map(([name, { description, ...schema }]) => ({
    name,
    in: place,
    description,
    required: place === 'path' || required.includes(name),
    schema,
  }))
}

const JSON_ONLY = 'application/json'

const TEXT = { type: 'string' }
const CURRENT = { type: ['string', 'number', 'boolean', 'null'] }
const PROBLEM = {
  type: 'object',
  properties: { field: TEXT, message: TEXT, current: CURRENT },
  required: ['field', 'message'],
}

const REFUSAL = {
  type: 'object',
  properties: {
    ...{ code: TEXT, message: TEXT, field: TEXT },
    problems: { type: 'array', items: PROBLEM, description: 'Every fault, if there are several' },
  },
  required: ['code', 'message'],
}

const REFUSAL_NAMES = {
  text: 'Refusal',
  error: 'RefusalAsError',
  message: 'RefusalAsJson',
} as const

const refusal = { schema: { $ref: '#/components/schemas/Refusal' } }

const REFUSALS: Record<(typeof REFUSAL_NAMES)[RefusalForm], Json> = {
  Refusal: {
    description: 'A refusal: JSON for whoever accepts JSON, else its sentence.',
    content: { 'text/plain': { schema: TEXT }, [JSON_ONLY]: refusal },
  },
  RefusalAsJson: { description: 'A refusal', content: { [JSON_ONLY]: refusal } },
  RefusalAsError: {
    description: 'A refusal',
    content: {
      [JSON_ONLY]: {
        schema: { allOf: [refusal.schema, { properties: { error: TEXT }, required: ['error'] }] },
      },
    },
  },
}

function formOf(field: string): Json {
  const properties = { [field]: { type: 'string', format: 'binary' } }
  return { 'multipart/form-data': { schema: { type: 'object', properties, required: [field] } } }
}

/** Puts the named parts of what it describes into `schemas`. */
function schemasInto(schemas: Json) {
  return (shape: Shape, io: 'input' | 'output'): Json => {
    const made = z.toJSONSchema(shape, { io, unrepresentable: 'any' })
    const text = JSON.stringify(made).replaceAll('"#/$defs/', '"#/components/schemas/')
    // Answers may get fields; what is sent may have no unknown one.
    const isKept = (key: string, value: unknown) =>
      io === 'input' || key !== 'additionalProperties' || value !== false
    const {
      $schema: _,
      '~standard': __,
      $defs,
      ...schema
    } = JSON.parse(text, (key, value) => (isKept(key, value) ? value : undefined))
    for (const [name, { id, ...part }] of Object.entries<Json>($defs ?? {})) schemas[name] = part
    return schema
  }
}

export function serveOpenApi(app: App, publicUrl: string | null): void {
  const served: Endpoint[] = []
  app.addHook('onRoute', ({ config, method }) => {
    if (config?.endpoint && method !== 'HEAD') served.push(config.endpoint)
  })
  let document: string | null = null
  app.get('/api/openapi.json', { config: { access: 'public' } }, async (_, reply) => {
    document ??= JSON.stringify(openApiDocument(served, publicUrl))
    return reply.type(JSON_TYPE).send(document)
  })
}
