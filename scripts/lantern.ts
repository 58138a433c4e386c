// For who names this file. Node takes 35 ms longer to begin with TypeScript than with lantern.js.
import './lantern.js';
