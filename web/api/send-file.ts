import type { Endpoint, OutputOf } from '#contract/endpoint.ts'
import { failureIn } from './request.ts'

type Sending = {
  signal: AbortSignal
  onProgress: (part: number) => void
}

/** @throws ApiFailure, TypeError when nobody answers, AbortError when canceled */
export function sendFile<E extends Endpoint & { file: string }>(
  { method, path, file: field }: E,
  file: File,
  { signal, onProgress }: Sending,
): Promise<OutputOf<E>> {
  return new Promise((resolve, reject) => {
    // Only XMLHttpRequest reports upload progress.
    const request = new XMLHttpRequest()
    request.open(method, path)
    request.setRequestHeader('Accept', 'application/json')
    request.upload.addEventListener('progress', ({ loaded, total }) =>
      onProgress(total > 0 ? loaded / total : 0),
    )
    request.addEventListener('load', () => {
      const answer = asResponse(request)
      if (answer.ok) resolve(answer.json())
      else void failureIn(answer).then(reject)
    })
    request.addEventListener('error', () => reject(new TypeError('Nobody answered.')))
    request.addEventListener('abort', () => reject(new DOMException('Called off.', 'AbortError')))
    signal.addEventListener('abort', () => request.abort())
    const form = new FormData()
    form.append(field, file, file.name)
    request.send(form)
  })
}

function asResponse(request: XMLHttpRequest): Response {
  const { responseText, status, statusText } = request
  const headers = { 'Content-Type': request.getResponseHeader('Content-Type') ?? 'text/plain' }
  return new Response(responseText, { status, statusText, headers })
}
