import { Encrypter } from 'age-encryption'
import { IS_LONG } from './length-of-run.ts'

// A test's passphrases are no secret: each try at one costs a quarter of a second of processor time
// else. What a backup is read with stands in the backup itself.
if (!IS_LONG) {
  const plain = Encrypter.prototype.setScryptWorkFactor
  Encrypter.prototype.setScryptWorkFactor = function setLeast() {
    plain.call(this, 1)
  }
}
