import { vi } from 'vitest'

export type SentFile = {
  call: string
  file: File | null
  isCalledOff: boolean
  progress: (loaded: number, total: number) => void
  answer: (status: number, body: object) => void
  lose: () => void
}

export function catchFiles(): SentFile[] {
  const sent: SentFile[] = []
  vi.stubGlobal(
    'XMLHttpRequest',
    class extends EventTarget {
      upload = new EventTarget()
      status = 0
      statusText = ''
      responseText = ''
      #call = ''
      open(method: string, path: string) {
        this.#call = `${method} ${path}`
      }
      setRequestHeader() {}
      getResponseHeader = () => 'application/json'
      abort() {
        for (const one of sent) one.isCalledOff = true
        this.dispatchEvent(new Event('abort'))
      }
      send(form: FormData) {
        const image = form.get('image')
        sent.push({
          call: this.#call,
          file: image instanceof File ? image : null,
          isCalledOff: false,
          progress: (loaded, total) =>
            this.upload.dispatchEvent(Object.assign(new Event('progress'), { loaded, total })),
          answer: (status, body) => {
            Object.assign(this, { status, responseText: JSON.stringify(body) })
            this.dispatchEvent(new Event('load'))
          },
          lose: () => this.dispatchEvent(new Event('error')),
        })
      }
    },
  )
  return sent
}
