/** Fields of the wire format: a length of four bytes, then so many bytes. */
export class Wire {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  get isOver(): boolean {
    return this.#at === this.#bytes.length;
  }

  /** The next bytes, so many of them. */
  bytes(length: number): Buffer {
    const from = this.#at;
    if (from + length > this.#bytes.length) throw new RangeError('a field ends beyond its end');
    this.#at = from + length;
    return this.#bytes.subarray(from, this.#at);
  }

  field(): Buffer {
    return this.bytes(this.bytes(4).readUInt32BE());
  }

  /** A number above zero without its leading zero; empty for any other. */
  positive(): Buffer {
    const bytes = this.field();
    const [first = 0, second = 0] = bytes;
    if (first === 0) return second >= 0x80 ? bytes.subarray(1) : Buffer.alloc(0);
    return first < 0x80 ? bytes : Buffer.alloc(0);
  }
}
