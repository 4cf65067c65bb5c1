/** Nodes of a list, synchronized with its data: created once, updated in place, and moved only if out of order. */

import { focusedIn } from './shadow_styles.js';

/**
 * @template T
 * @typedef {{key: (item: T, index: number) => string, make: (item: T) => any, update: (node: any, item: T, index:
 *   number) => void}} Plan
 */

/** @template T */
export class Pool {
  /** @param {Plan<T>} plan */
  constructor(parent, plan) {
    this.parent = parent;
    this.plan = plan;
    /** @type {Map<string, any>} */
    this.nodes = new Map();
  }

  /**
   * @param {T[]} items
   * @returns {any[]} the nodes in order
   */
  keep(items) {
    const { key, make, update } = this.plan;
    const wanted = items.map((item, index) => key(item, index));
    const keep = new Set(wanted);
    for (const [name, node] of this.nodes) {
      if (keep.has(name)) continue;
      node.remove();
      this.nodes.delete(name);
    }
    let after = null;
    return items.map((item, index) => {
      let node = this.nodes.get(wanted[index]);
      if (!node) {
        node = make(item);
        this.nodes.set(wanted[index], node);
      }
      const place = after ? after.nextSibling : this.parent.firstChild;
      if (node !== place) this.put(node, place, after);
      update(node, item, index);
      after = node;
      return node;
    });
  }

  /**
   * Move a node to its place. A focused node would lose the focus, so the nodes before it are moved instead.
   * @param {any} place the node before which it is inserted
   * @param {any} after the node after which it is inserted
   */
  put(node, place, after) {
    if (node.contains?.(focusedIn(node)))
      while (node.previousSibling !== after) node.after(node.previousSibling);
    else this.parent.insertBefore(node, place);
  }
}
