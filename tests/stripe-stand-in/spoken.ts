import fastify, { type FastifyInstance, type FastifyRequest } from 'fastify'
import { sdkSchema } from './sdk-schema.ts'

type IsRight = ReturnType<FastifyRequest['compileValidationSchema']>

let schema: ReturnType<typeof sdkSchema> | null = null
/** Compiling is slow, so it's done once for all tests of a file. */
const compiled = new Map<string, IsRight>()

/**
 * Knows the SDK's types and reads values as they are: nothing is converted, dropped or filled in.
 */
export function appWithSdkTypes(): FastifyInstance {
  const app = fastify({
    forceCloseConnections: true,
    ajv: {
      customOptions: {
        coerceTypes: false,
        removeAdditional: false,
        useDefaults: false,
        strict: false,
        // Most of what's compiled never runs, since a type leads to all it may hold: this halves
        // the time.
        code: { optimize: false },
        inlineRefs: false,
      },
    },
  })
  schema ??= sdkSchema()
  app.addSchema({ $id: 'stripe', ...schema })
  return app
}

/** What's wrong with a value by one of the SDK's types, in words; null if nothing. */
export function faultOf(request: FastifyRequest, type: string, value: unknown): string | null {
  const isRight =
    compiled.get(type) ?? request.compileValidationSchema({ $ref: `stripe#/definitions/${type}` })
  compiled.set(type, isRight)
  if (isRight(value)) return null
  const [fault] = isRight.errors ?? []
  return `${type}${fault?.instancePath ?? ''} ${fault?.message} ${JSON.stringify(fault?.params)}`
}
