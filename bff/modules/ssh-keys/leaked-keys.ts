/**
 * Fingerprints of keys whose private halves anybody can read: those of appliances and of virtual
 * machines that shipped with one key for all (CVE-2012-1493, CVE-2013-0137, CVE-2015-0936,
 * CVE-2016-1561 among them).
 */
export const leakedKeys: ReadonlySet<string> = new Set([
  'SHA256:1M4RzhMyWuFS/86uPY/ce2prh/dVTHW7iD2RhpquOZA',
  'SHA256:2ewGtK7Dc8XpnfNKShczdc8HSgoEGpoX+MiJkfH2p5I',
  'SHA256:9prMbqhS4QteoFQ1ZRJDqSBLWoHXPyKB0iWR05Ghro4',
  'SHA256:Z+q4XhSwWY7q0BIDVPR1v/S306FjGBsid7tLq/8kIxM',
  'SHA256:uy5wXyEgbRCGsk23+J6f85om7G55Cu3UIPwC7oMZhNQ',
  'SHA256:/JLp6z6uGE3BPcs70RQob6QOdEWQ6nDC0xY7ejPOCc0',
  'SHA256:MEc4HfsOlMqJ3/9QMTmrKn5Xj/yfnMITMW8EwfUfTww',
  'SHA256:VtjqZ5fiaeoZ3mXOYi49Lk9aO31iT4pahKFP9JPiQPc',
  'SHA256:aPoYT2nPIfhqv6BIlbCCpbDjirBxaDFOtPfZ2K20uWw',
  'SHA256:whDP3xjKBEettbDuecxtGsfWBST+78gb6McdB9P7jCU',
]);
