import { Encrypter } from 'age-encryption'
import { IS_LONG } from './length-of-run.ts'

// Test passphrases aren't secret, and each try would cost a quarter second of CPU. A backup says
// itself what it's read with.
if (!IS_LONG) {
  const plain = Encrypter.prototype.setScryptWorkFactor
  Encrypter.prototype.setScryptWorkFactor = function setLeast() {
    plain.call(this, 1)
  }
}
