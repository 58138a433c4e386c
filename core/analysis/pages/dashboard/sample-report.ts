/** What "Try it with an example" analyzes. */
export const sampleReport = `<?xml version="1.0" encoding="UTF-8"?>
<testsuite name="example" tests="4" failures="3">
  <testcase classname="shop.checkout" name="pays by card" time="2.1">
    <failure message="connect ECONNREFUSED 10.0.3.7:5432">Error: connect ECONNREFUSED 10.0.3.7:5432
    at TCPConnectWrap.afterConnect (node:net:1611:16)
    at checkout.spec.ts:31:5</failure>
  </testcase>
  <testcase classname="shop.checkout" name="pays by invoice" time="2.0">
    <failure message="connect ECONNREFUSED 10.0.3.7:5432">Error: connect ECONNREFUSED 10.0.3.7:5432
    at TCPConnectWrap.afterConnect (node:net:1611:16)
    at checkout.spec.ts:31:5</failure>
  </testcase>
  <testcase classname="shop.cart" name="rounds the total to cents" time="0.1">
    <failure message="expected 2000 to be 1999">AssertionError: expected 2000 to be 1999
    at cart.spec.ts:42:18</failure>
  </testcase>
  <testcase classname="shop.cart" name="adds an item" time="0.1"/>
</testsuite>
`;
