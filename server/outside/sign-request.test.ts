import { expect, test } from 'vitest'
import { sha256, signedHeaders, type Unsigned, uriEncode } from './s3.ts'

/** From "Signature Calculations for the Authorization Header", Amazon S3 API Reference. */
const SIGNER = {
  region: 'us-east-1',
  key: 'AKIAIOSFODNN7EXAMPLE',
  secret: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
}
const AT = new Date('2013-05-24T00:00:00Z')
const STORE = 'https://examplebucket.s3.amazonaws.com'

const PUBLISHED: [string, Unsigned, string][] = [
  [
    'an object read',
    {
      method: 'GET',
      url: new URL(`${STORE}/test.txt`),
      headers: { range: 'bytes=0-9' },
    },
    'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
  ],
  [
    'an object written',
    {
      method: 'PUT',
      url: new URL(`${STORE}/${uriEncode('test$file.text')}`),
      hash: sha256('Welcome to Amazon S3.'),
      headers: {
        date: 'Fri, 24 May 2013 00:00:00 GMT',
        'x-amz-storage-class': 'REDUCED_REDUNDANCY',
      },
    },
    '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
  ],
  [
    'a parameter without a value',
    { method: 'GET', url: new URL(`${STORE}/?lifecycle`) },
    'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543',
  ],
  [
    'objects listed',
    { method: 'GET', url: new URL(`${STORE}/?prefix=J&max-keys=2`) },
    '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
  ],
]

test.each(PUBLISHED)('%s is signed as Amazon’s example is', (_, request, signature) => {
  const { authorization } = signedHeaders(request, SIGNER, AT)
  expect(authorization).toMatch(new RegExp(`,Signature=${signature}$`))
})

test('what an address may hold as it is, and nothing else, is not encoded', () => {
  expect(uriEncode("a-Z_9.~/ +!'()*é")).toBe('a-Z_9.~%2F%20%2B%21%27%28%29%2A%C3%A9')
})
