import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { type ESTree, parseSync } from 'vite'

export type Schema = Record<string, unknown>

const typesFolder = dirname(
  createRequire(import.meta.url)
    .resolve('stripe')
    .replace('/cjs/', '/esm/'),
)

/**
 * Types the stand-in speaks, by the SDK file that declares them. Every other resource is any
 * object.
 */
const SPOKEN: Record<string, string> = {
  PaymentIntent: 'resources/PaymentIntents',
  PaymentIntentCreateParams: 'resources/PaymentIntents',
  PaymentIntentConfirmParams: 'resources/PaymentIntents',
  PaymentIntentCaptureParams: 'resources/PaymentIntents',
  PaymentIntentCancelParams: 'resources/PaymentIntents',
  PaymentIntentListParams: 'resources/PaymentIntents',
  PaymentIntentRetrieveParams: 'resources/PaymentIntents',
  Charge: 'resources/Charges',
  ChargeListParams: 'resources/Charges',
  BalanceTransaction: 'resources/BalanceTransactions',
  Refund: 'resources/Refunds',
  RefundCreateParams: 'resources/Refunds',
  RefundListParams: 'resources/Refunds',
  Dispute: 'resources/Disputes',
  DisputeListParams: 'resources/Disputes',
  Account: 'resources/Accounts',
  WebhookEndpoint: 'resources/WebhookEndpoints',
  WebhookEndpointCreateParams: 'resources/WebhookEndpoints',
  DeletedWebhookEndpoint: 'resources/WebhookEndpoints',
  Metadata: 'shared',
  MetadataParam: 'shared',
  AddressParam: 'shared',
  Address: 'shared',
  PaginationParams: 'shared',
  RangeQueryParam: 'shared',
}

/**
 * Filled in only by ways to pay other than cards: any object will do, since these make up most of
 * the SDK.
 */
const UNSPOKEN = new Set([
  'PaymentMethodOptions',
  'PaymentMethodData',
  'NextAction',
  'DestinationDetails',
  'Evidence',
])

/** Numbers with these names are whole; TypeScript can't say so. */
const WHOLE = /(^|_)(amount|created|limit|at)($|_)/

type Declaration = ESTree.TSInterfaceDeclaration | ESTree.TSTypeAliasDeclaration
/** By full name, like `PaymentIntent.Status`. */
type Declarations = Map<string, Declaration>

/**
 * The JSON schema of everything spoken, from the installed SDK's type files: objects are closed,
 * open unions too.
 */
export function sdkSchema(): { definitions: Record<string, Schema> } {
  const definitions: Record<string, Schema> = {}
  const files = new Map<string, Declarations>()
  const open = (file: string) =>
    files.get(file) ?? files.set(file, readDeclarations(file)).get(file)
  const define = (file: string, name: string): Schema => {
    const declaration = open(file)?.get(name)
    if (!declaration) throw new Error(`The SDK does not declare ${name} in ${file}.`)
    if (!definitions[name]) {
      definitions[name] = {}
      Object.assign(
        definitions[name],
        schemaOf(declaration, { name, declared: open(file), file, define }),
      )
    }
    return { $ref: `#/definitions/${name}` }
  }
  for (const [name, file] of Object.entries(SPOKEN)) define(file, name)
  return { definitions }
}

type Place = {
  /** The enclosing declaration: names are looked up from there outward. */
  name: string
  declared: Declarations | undefined
  file: string
  define: (file: string, name: string) => Schema
}

function readDeclarations(file: string): Declarations {
  const path = join(typesFolder, `${file}.d.ts`)
  const found: Declarations = new Map()
  const collect = (body: ESTree.Program['body'] | ESTree.TSModuleBlock['body'], scope: string) => {
    for (const statement of body) {
      const node = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
      if (node?.type === 'TSInterfaceDeclaration' || node?.type === 'TSTypeAliasDeclaration')
        found.set(scope + node.id.name, node)
      if (node?.type === 'TSModuleDeclaration' && node.id.type === 'Identifier' && node.body)
        collect(node.body.body, `${scope}${node.id.name}.`)
    }
  }
  collect(parseSync(path, readFileSync(path, 'utf8')).program.body, '')
  return found
}

function schemaOf(declaration: Declaration, place: Place): Schema {
  if (declaration.type === 'TSTypeAliasDeclaration')
    return typeSchema(declaration.typeAnnotation, place)
  const own = objectSchema(declaration.body.body, place)
  const inherited = declaration.extends.flatMap(({ expression }) =>
    expression.type === 'Identifier' ? [inheritedSchema(expression.name, place)] : [],
  )
  return inherited.reduce((schema, base) => merge(base, schema), own)
}

/** Closed objects don't add up, so inherited fields are written out. */
function inheritedSchema(name: string, place: Place): Schema {
  const declaration = readDeclarations('shared').get(name)
  if (!declaration)
    throw new Error(`${place.name} extends ${name}, which is not among the shared types.`)
  return schemaOf(declaration, { ...place, name, file: 'shared' })
}

function merge(one: Schema, other: Schema): Schema {
  const properties = { ...Object(one.properties), ...Object(other.properties) }
  return { ...other, properties, required: [...Object(one.required), ...Object(other.required)] }
}

function objectSchema(members: ESTree.TSSignature[], place: Place): Schema {
  const properties: Record<string, Schema> = {}
  const required: string[] = []
  let rest: Schema | false = false
  for (const member of members) {
    if (member.type === 'TSIndexSignature')
      rest = typeSchema(member.typeAnnotation.typeAnnotation, place)
    if (member.type !== 'TSPropertySignature' || !member.typeAnnotation) continue
    const name =
      member.key.type === 'Identifier' ? member.key.name : String(Object(member.key).value)
    const schema = typeSchema(member.typeAnnotation.typeAnnotation, place)
    properties[name] = schema.type === 'number' && WHOLE.test(name) ? { type: 'integer' } : schema
    if (!member.optional) required.push(name)
  }
  return { type: 'object', properties, required, additionalProperties: rest }
}

function typeSchema(type: ESTree.TSType, place: Place): Schema {
  switch (type.type) {
    case 'TSStringKeyword':
      return { type: 'string' }
    case 'TSNumberKeyword':
      return { type: 'number' }
    case 'TSBooleanKeyword':
      return { type: 'boolean' }
    case 'TSNullKeyword':
      return { type: 'null' }
    case 'TSLiteralType':
      return { const: type.literal.type === 'Literal' ? type.literal.value : undefined }
    case 'TSArrayType':
      return { type: 'array', items: typeSchema(type.elementType, place) }
    case 'TSTypeLiteral':
      return objectSchema(type.members, place)
    case 'TSUnionType':
      return unionOf(
        type.types.filter((one) => !isOtherString(one)).map((one) => typeSchema(one, place)),
      )
    case 'TSTypeReference':
      return referenceSchema(type, place)
    default:
      return {}
  }
}

function unionOf(schemas: Schema[]): Schema {
  const text = schemas.flatMap((schema) => ('const' in schema ? [schema.const] : []))
  return text.length === schemas.length ? { enum: text } : { anyOf: schemas }
}

/** The SDK leaves its unions open for future values; the stand-in may use none of those. */
function isOtherString(type: ESTree.TSType): boolean {
  return type.type === 'TSTypeReference' && nameOf(type.typeName) === 'OtherString'
}

function referenceSchema(type: ESTree.TSTypeReference, place: Place): Schema {
  const name = nameOf(type.typeName)
  const inner = () => type.typeArguments?.params.map((one) => typeSchema(one, place)) ?? []
  if (name === 'Array') return { type: 'array', items: inner()[0] ?? {} }
  if (UNSPOKEN.has(name.split('.').at(-1) ?? '')) return { type: 'object' }
  if (name === 'Emptyable') return { anyOf: [{ type: 'null' }, { const: '' }, ...inner()] }
  const scopes = place.name
    .split('.')
    .map((_, index, all) => all.slice(0, all.length - index).join('.'))
  const full = [...scopes.map((scope) => `${scope}.${name}`), name].find((one) =>
    place.declared?.has(one),
  )
  if (full) return place.define(place.file, full)
  const spoken = SPOKEN[name]
  return spoken ? place.define(spoken, name) : { type: 'object' }
}

function nameOf(name: ESTree.TSTypeReference['typeName']): string {
  if (name.type === 'Identifier') return name.name
  return name.type === 'TSQualifiedName' ? `${nameOf(name.left)}.${name.right.name}` : ''
}
