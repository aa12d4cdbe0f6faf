"""Linear shafts with dry friction, solved a second time without any code of the package.

A machine consists of inertias, rigid gears, springs, dampers, torques and friction elements
(clutches, brakes, bearings, one-way clutches). The package runs the model; here the same machine
is an equation with matrices and a set-valued law of friction:

    M dv/dt = f(t, q, v) − Hᵀ λ,      w = H v,

with one row of H and one torque λ for each element, positive against positive slip w.

* Sliding, λ is a function of the slip. At rest it lies between two limits: −peak·T₀ and peak·T₀,
  for a one-way clutch −∞ and peak·T₀. Where the peak exceeds 1 the limit drops to T₀ as soon as
  the element slides.
* Of all accelerations the constraints admit, the true one deviates least, in the norm of the
  masses, from that without constraints: Gauss's principle of least constraint. With friction it
  is the least squares problem

      min ‖L⁻¹(f − Hᵀ λ)‖²  over the box of λ,      M = L Lᵀ.

  Its conditions of optimality say that an element inside its limits does not accelerate, and one
  at a limit accelerates against its torque only. The acceleration is unique, also where elements
  are redundant and λ is not (`box`, `modes`).
* An element at rest keeps its static limits, and lets go only if there is no consistent solution
  in which it holds. So the sets of elements that let go are tried, the smallest first; one is
  consistent if exactly its members move, with their sliding torques. Where two smallest sets are
  consistent the machine is *undecided* (`modes`).
* Elements that hold can carry any load in the sum of their intervals, a zonotope. They give way
  where the load passes one of its facets, however the torques are shared inside (`zonotope`).
* Between events everything is linear, so the motion is a power series that converges everywhere
  (the exponential of a matrix); events are zeros of such series, isolated by bounds of the
  series itself (`series`).

References
----------
C. F. Gauss, "Über ein neues allgemeines Grundgesetz der Mechanik", J. reine angew. Math. 4, 1829.

J. J. Moreau, "Quadratic programming in mechanics: dynamics of one-sided constraints", SIAM J.
Control 4, 1966.

C. Glocker, "Set-Valued Force Laws: Dynamics of Non-Smooth Systems", Springer, 2001.

D. E. Stewart, J. C. Trinkle, "An implicit time-stepping scheme for rigid body dynamics with
inelastic collisions and Coulomb friction", Int. J. Numer. Methods Eng. 39, 1996.
"""
