import { describe, expect, it } from 'vitest';
import { renderMarkdown } from '#core/text/markdown/markdown.ts';
import { memoryRepository } from '#test/support/webhook/memory-repository.ts';
import { offlineSite } from '#test/support/docs/offline-site.ts';

const lines = (...text: string[]) => text.join('\n');

interface Case {
  readonly files: Record<string, string>;
  /** Headings below the title, by page title and in order. */
  readonly names: Record<string, string[]>;
  readonly has: string[];
  readonly hasNot: RegExp;
}

const cases: Record<string, Case> = {
  Rust: {
    files: {
      'Cargo.toml': '[package]\nname = "shop-kit"\n\n[features]\nslow = []',
      'src/lib.rs': lines(
        '//! # Shop kit',
        '//!',
        '//! Sells with [`Cart`] and *care*.',
        '',
        'mod cart;',
        'pub mod price;',
        'mod hidden { pub fn never() {} }',
        '#[doc(hidden)]',
        'pub mod __private { pub fn neither() {} }',
        '#[cfg(test)]',
        'pub mod tests { pub fn nor() {} }',
        'pub use crate::cart::{Cart, Item as Thing, sale::*};',
        'pub use self::hidden as _;',
        '/// Makes a cart.',
        '#[macro_export]',
        'macro_rules! cart {',
        '    (@inner) => {};',
        '    ($($item:expr),*) => { 1 };',
        '}',
        'cfg_slow! {',
        '    /// Waits.',
        '    #[cfg(feature = "slow")]',
        '    #[deprecated(since = "1", note = "use `Cart`")]',
        '    pub async fn wait() {}',
        '}',
        'pub(crate) fn internal() {}',
      ),
      'src/cart.rs': lines(
        '/// A cart, see the [guide][g] and [Price](crate::price::Price).',
        '///',
        '/// ```no_run',
        '/// # use shop_kit::Cart;',
        '/// let cart = Cart::new();',
        '/// ```',
        '///',
        '/// [g]: https://example.test/guide',
        '#[derive(Clone, Debug)]',
        'pub struct Cart<T> where T: Clone {',
        '    /// What is in it.',
        '    pub items: Vec<T>,',
        '    secret: u8,',
        '}',
        'impl<T: Clone> Cart<T> {',
        '    /// An empty one.',
        '    pub const fn new() -> Self { Cart { items: vec![], secret: 1 } }',
        '    fn private(&self) {}',
        '    pub const LIMIT: usize = 10;',
        '}',
        'impl<T: Clone> std::fmt::Display for Cart<T> { fn fmt(&self) {} }',
        'pub struct Item(pub u8, u8);',
        'pub mod sale {',
        '    /// How it is sold.',
        '    pub enum Sale {',
        '        /// In one piece.',
        '        Whole,',
        '        Parts { count: u8 },',
        '    }',
        '}',
      ),
      'src/price.rs': lines(
        '//! Prices.',
        'use crate::Cart;',
        '/// A price.',
        'pub trait Price: Send {',
        '    /// Of what.',
        '    type Of;',
        '    /// The sum.',
        '    fn sum(&self, cart: &Cart<u8>) -> u8;',
        '}',
        'impl Cart<u8> { pub fn price(&self) -> u8 { 1 } }',
      ),
      'fuzz/Cargo.toml': '[package]\nname = "fuzz"',
      'fuzz/src/lib.rs': 'pub fn fuzzed() {}',
    },
    names: {
      shop_kit: [
        ...['Cart', 'Cart::new', 'Cart::price', 'Thing', 'Sale', 'wait', 'cart'],
        ...['shop_kit::price', 'Price', 'Price::sum'],
      ],
    },
    has: [
      'Sells with `Cart` and *care*.',
      '```rust\npub struct Cart<T> where T: Clone { … }\n```',
      'A cart, see the [guide](https://example.test/guide) and `Price`.\n\n```rust\nlet cart = Cart::new();\n```\n\nImplements `Clone`, `Debug`, `std::fmt::Display`.',
      '- `items: Vec<T>`: What is in it. (`src/cart.rs:12`)\n- `pub const LIMIT: usize = 10` (`src/cart.rs:19`)',
      '### Cart::new\n\n```rust\npub const fn new() -> Self\n```\n\nAn empty one.\n\nSource: `src/cart.rs:17`',
      'pub struct Item(…)',
      '**Variants**\n\n- `Whole`: In one piece. (`src/cart.rs:27`)\n- `Parts { count: u8 }`',
      '**Deprecated.** use `Cart`\n\nWaits.\n\n*With the feature `slow`.*',
      '```rust\nmacro_rules! cart {\n    ($($item:expr),*) => { … };\n}\n```\n\nMakes a cart.',
      'pub trait Price: Send { … }\n```\n\nTypes: [Cart](#cart)\n\nA price.',
      '- `type Of`: Of what.',
      'fn sum(&self, cart: &Cart<u8>) -> u8',
    ],
    hasNot: /never|neither|nor\b|internal|secret|private|@inner|fuzzed|use shop_kit/,
  },
};

const more: Record<string, Case> = {
  Java: {
    files: {
      'pom.xml': '<project><artifactId>shop</artifactId></project>',
      'src/main/java/com/acme/shop/package-info.java':
        '/**\n * Sells things. Slowly.\n */\npackage com.acme.shop;\n',
      'src/main/java/com/acme/shop/Shop.java': lines(
        '/* Copyright */',
        'package com.acme.shop;',
        '',
        '/**',
        ' * A shop, see {@link Cart#add(Item) adding} &amp; <a href="https://example.test">this</a>.',
        ' * <p>How:',
        ' * <pre>{@code',
        ' *   Shop<String> shop = new Shop<>();',
        ' * }</pre>',
        ' * <ul>',
        ' *   <li><b>fast</b>',
        ' *   <li>{@code List<b>}',
        ' * </ul>',
        ' *',
        ' * @since 1.2',
        ' */',
        '',
        '@Beta @SuppressWarnings("all")',
        'public final class Shop<T extends Item> extends Base implements Closeable {',
        '  /** The limit. */',
        '  public static final int LIMIT = 10;',
        '  private int secret;',
        '  static final Class<?> TYPE = Shop.class;',
        '  /** Opens it. */',
        '  protected Shop(int size) { if (size > 0) { this.secret = size; } }',
        '  /**',
        '   * Sells one.',
        '   *',
        '   * @param item what is sold,',
        '   *     once',
        '   * @return the price',
        '   * @throws IOException if it is closed',
        '   * @see #LIMIT',
        '   */',
        '  @Override public <R> R sell(List<T> item, int... prices) throws IOException { return null; }',
        '  // Not a comment of documentation.',
        '  public void sell() {}',
        '  void internal() {}',
        '  /** @deprecated Use {@link #sell()}. */',
        '  @Deprecated public void old() {}',
        '  /** What is sold. */',
        '  public enum Kind { WHOLE, PART { void x() {} }; public int size() { return 1; } }',
        '  public @interface Sold { Class<?> by() default Shop.class; enum When { NOW } }',
        '}',
        'class Hidden { public void never() {} }',
      ),
      'src/main/java/com/acme/shop/Cart.java': lines(
        'package com.acme.shop;',
        '/** A cart. */',
        'public interface Cart {',
        '  /** Adds one. */',
        '  void add(Shop<?> shop);',
        '}',
      ),
      'src/main/java/com/acme/shop/internal/Never.java':
        'package com.acme.shop.internal;\npublic class NeverEither {}',
      'src/test/java/com/acme/shop/ShopTest.java': 'package com.acme.shop;\npublic class Tested {}',
      'shop-examples/src/main/java/x/Example.java': 'package x;\npublic class Example {}',
    },
    names: {
      'com.acme.shop': [
        ...['Cart', 'Cart.add', 'Shop', 'Shop.Shop', 'Shop.sell', 'Shop.old'],
        ...['Shop.Kind', 'Shop.Kind.size', 'Shop.Sold', 'Shop.Sold.by', 'Shop.Sold.When'],
      ],
    },
    has: [
      'Sells things. Slowly.',
      '```java\npublic final class Shop<T extends Item> extends Base implements Closeable\n```',
      'A shop, see `adding` & [this](https://example.test).\n\nHow:\n\n```java\nShop<String> shop = new Shop<>();\n```\n\n- **fast**\n- `List<b>`\n\nSince 1.2.',
      '- `public static final int LIMIT = 10`: The limit.',
      '### Shop.Shop\n\n```java\nprotected Shop(int size)\n```\n\nOpens it.',
      '```java\npublic <R> R sell(List<T> item, int... prices) throws IOException\n```\n\nSells one.\n\n**Parameters**\n\n- `item`: what is sold, once\n\n**Returns:** the price\n\n**Throws** `IOException`: if it is closed\n\nSee `LIMIT`.\n\nSource: `src/main/java/com/acme/shop/Shop.java:35`\n\n```java\npublic void sell()\n```\n\nSource:',
      '**Deprecated.** Use `sell()`.',
      'public enum Kind { WHOLE, PART }\n```\n\nWhat is sold.',
      'Class<?> by() default Shop.class',
      'void add(Shop<?> shop)',
      'Types: [Shop](#shop)\n\nA cart.',
    ],
    hasNot:
      /secret|internal|never|Never|Hidden|Tested|Example|TYPE|Not a comment|SuppressW|Copyright/,
  },
};

const others: Record<string, Case> = {
  C: {
    files: {
      'CMakeLists.txt':
        'project(shop)\nset(HDRS private.h)\ninstall(FILES\n  shop.h DESTINATION include)',
      'shop.h': lines(
        '/*',
        ' * Copyright someone.',
        ' */',
        '#ifndef SHOP_H',
        '#define SHOP_H',
        '#ifdef __cplusplus',
        'extern "C" {',
        '#endif',
        '/** How many fit. */',
        '#define SHOP_MAX(a, b) \\',
        '  ((a) + (b))',
        '#define SHOP_WAIT 10 /**< In seconds. */',
        '#define SHOP_SECRET 1',
        '/** For the compiler. */',
        '#define SHOP_API __attribute__((visibility("default")))',
        '#if 0',
        'int shop_never(void);',
        '#endif',
        '/** A cart. */',
        'typedef struct shop_cart {',
        '  int size; /**< How long. */',
        '#ifdef SHOP_BIG',
        '  long more;',
        '#endif',
        '} shop_cart;',
        'typedef void (*shop_cb)(shop_cart *cart, void *data);',
        'enum shop_kind { SHOP_WHOLE, SHOP_PART = 2 };',
        'struct shop_hidden;',
        '/**',
        ' * @brief Adds \\p count things to @c cart.',
        ' *',
        ' * @param[in] cart the cart',
        ' * @param count how many *things*',
        ' * @return 0, or -1',
        ' * @note Slow.',
        ' */',
        'SHOP_API int SHOP_CALL shop_add(shop_cart *cart, int count) SHOP_ATTR((nonnull));',
        'SHOP_PUBLIC(const char *) shop_name(void);',
        'extern int shop_open OF((const char *path, int how));',
        '/*',
        '   Opens it, where *path is a place',
        '   and nothing else.',
        '*/',
        '',
        'static inline int shop_size(const shop_cart *cart) { if (cart) { return 1; } return 0; }',
        '#ifdef _WIN32',
        'int shop_handle(void *handle);',
        '#else',
        'int shop_handle(int handle);',
        '#endif',
        '#ifdef __cplusplus',
        '}',
        '#endif',
        '#endif',
      ),
      'private.h': 'int shop_private(void);',
      'shop.c': lines(
        '#include "shop.h"',
        '/* The name of the shop. */',
        'const char *shop_name(void)',
        '{ return "x"; }',
        'int shop_internal(void) { return 1; }',
      ),
    },
    names: {
      'shop.h': [
        ...['SHOP_MAX', 'SHOP_WAIT', 'shop_cart', 'shop_cb', 'shop_kind'],
        ...['shop_add', 'shop_name', 'shop_open', 'shop_size', 'shop_handle'],
      ],
    },
    has: [
      '```c\n#define SHOP_MAX(a, b) ((a) + (b))\n```\n\nHow many fit.',
      '#define SHOP_WAIT 10\n```\n\nIn seconds.',
      'typedef struct shop_cart {\n  int size; /**< How long. */\n  long more;\n} shop_cart\n```\n\nA cart.',
      '```c\nint shop_add(shop_cart *cart, int count)\n```\n\nTypes: [shop\\_cart](#shop_cart)\n\nAdds `count` things to `cart`.\n\n**Parameters**\n\n- `cart`: the cart\n- `count`: how many *things*\n\n**Returns:** 0, or -1',
      '**Note:** Slow.',
      'const char *shop_name(void)\n```\n\nThe name of the shop.\n\nSource: `shop.h:38`',
      'extern int shop_open(const char *path, int how)\n```\n\nOpens it, where \\*path is a place\nand nothing else.',
      'static inline int shop_size(const shop_cart *cart)\n```',
      'int shop_handle(void *handle)\n```',
    ],
    hasNot:
      /Copyright|SECRET|never|hidden|private|internal|int handle|SHOP_A|SHOP_CALL|For the compiler/,
  },
  'C++': {
    files: {
      'include/kit/cart.hpp': lines(
        '#pragma once',
        'namespace kit {',
        'namespace detail { void never(); }',
        '/// A cart.',
        'template <typename T>',
        'class Cart : public Base {',
        ' public:',
        '  /// Adds one.',
        '  void add(const T& item) const noexcept { if (true) { items_.push(item); } }',
        '  explicit Cart(int size);',
        ' private:',
        '  int secret() const;',
        '};',
        '/// Sells it.',
        'int sell(const Cart<int>& cart);',
        'inline int sell(int count) { return count; }',
        '}',
      ),
      'src/cart.cpp': 'int internal() { return 1; }',
    },
    names: { 'kit/cart.hpp': ['kit::Cart', 'kit::Cart::add', 'kit::Cart::Cart', 'kit::sell'] },
    has: [
      'template <typename T> class Cart : public Base { … }\n```\n\nA cart.',
      'void add(const T& item) const noexcept\n```\n\nAdds one.',
      'int sell(const Cart<int>& cart)\ninline int sell(int count)\n```\n\nTypes: [kit::Cart](#kitcart)\n\nSells it.',
    ],
    hasNot: /secret|never|internal|items_/,
  },
};

/** The pages of the API reference. */
function reference(files: Record<string, string>) {
  const { plan, pages } = offlineSite(memoryRepository(files));
  const entries = plan.navigation.flatMap((group) => group.pages);
  return entries
    .filter(({ slug }) => slug.startsWith('api-'))
    .map(({ slug, title, description }) => ({ title, description, text: pages.get(slug) ?? '' }));
}

describe('API reference', () => {
  it.each(Object.entries({ ...cases, ...more, ...others }))(
    'of %s has the public names only',
    (_, each) => {
      const pages = reference(each.files);
      const headings = pages.map(({ title, text }) => [
        title,
        renderMarkdown(text)
          .headings.slice(1)
          .map((heading) => heading.text),
      ]);
      expect(Object.fromEntries(headings)).toEqual(each.names);
      const text = pages.map((page) => page.text).join('\n');
      for (const part of each.has) expect(text).toContain(part);
      expect(text).not.toMatch(each.hasNot);
    },
  );

  it('says which sources it could not read (S15)', () => {
    const files = {
      'Cargo.toml': '[package]\nname = "a"',
      'src/lib.rs': 'pub mod deep;\npub mod long;\npub fn near() {}',
      'src/deep.rs': `pub const A: u8 = ${'('.repeat(400)}`,
      'src/long.rs': `pub fn far() {}${' '.repeat(5_000)}\n`,
    };
    const [page] = reference(files);
    expect(page?.text).toContain('## near');
    expect(page?.text).toContain(
      'Not all of these files could be read:\n\n- `src/deep.rs`: brackets more than 300 deep\n- `src/long.rs`: lines above 3,000 characters are cut',
    );
    const lfs = 'version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 9';
    const [alone] = reference({ ...files, 'src/lib.rs': 'pub mod deep;', 'src/A.java': lfs });
    expect(alone?.text).toContain('`src/A.java`: kept in Git LFS');
    expect(alone?.text).toContain('`src/deep.rs`: brackets');
  });
});
