// The package brings no types; these are of the little that the tests use of it.

declare module '@20minutes/s3rver' {
  type Options = {
    address: string
    port: number
    directory: string
    silent: boolean
    vhostBuckets: boolean
    configureBuckets: { name: string }[]
  }

  type Context = { path: string; mountPath: string; state: { vhost: boolean } }

  export default class S3rver {
    constructor(options: Options)
    /** What a request goes through, in this order; the last part checks the signature and answers. */
    middleware: ((context: Context, next: () => Promise<void>) => Promise<void>)[]
    run(): Promise<{ port: number }>
    close(): Promise<void>
  }
}
