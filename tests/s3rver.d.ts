// The package has no types; these cover the little the tests use.

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
    /** In this order; the last one checks the signature and answers. */
    middleware: ((context: Context, next: () => Promise<void>) => Promise<void>)[]
    run(): Promise<{ port: number }>
    close(): Promise<void>
  }
}
